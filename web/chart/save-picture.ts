import { download, fileName } from '#web/ui/download.ts'

interface PictureParts {
  /** At twice its size on the screen. */
  readonly chart: HTMLCanvasElement
  readonly title: string
  readonly legend: readonly { readonly name: string; readonly color: string }[]
}

const SCALE = 2
const [EDGE, HEAD, LEGEND] = [24, 48, 28]
const VARIABLE = /^var\((.+)\)$/

/** Saves a chart as PNG, with its title and legend, in the running scheme. */
export async function savePicture({ chart, title, legend }: PictureParts): Promise<void> {
  const styles = getComputedStyle(document.documentElement)
  const colorOf = (value: string) => {
    const name = VARIABLE.exec(value)?.[1]
    return name === undefined ? value : styles.getPropertyValue(name).trim()
  }
  const canvas = document.createElement('canvas')
  const top = EDGE + HEAD + (legend.length > 0 ? LEGEND : 0)
  canvas.width = chart.width + EDGE * SCALE * 2
  canvas.height = chart.height + (top + EDGE) * SCALE
  const context = canvas.getContext('2d')
  if (context === null) return
  context.fillStyle = colorOf('var(--surface)')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(chart, EDGE * SCALE, top * SCALE)
  context.scale(SCALE, SCALE)
  context.textBaseline = 'middle'
  const width = canvas.width / SCALE - EDGE * 2
  const font = styles.getPropertyValue('--font').trim()
  context.fillStyle = colorOf('var(--ink)')
  context.font = `500 16px ${font}`
  context.fillText(title, EDGE, EDGE + 12, width)
  context.font = `400 12px ${font}`
  let x = EDGE
  for (const { name, color } of legend) {
    const next = x + 16 + context.measureText(name).width + 16
    if (next > EDGE + width) break
    context.fillStyle = colorOf(color)
    context.fillRect(x, EDGE + HEAD - 5, 10, 10)
    context.fillStyle = colorOf('var(--ink-2)')
    context.fillText(name, x + 16, EDGE + HEAD + 1)
    x = next
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob !== null) download(blob, fileName(title, 'png'))
}
