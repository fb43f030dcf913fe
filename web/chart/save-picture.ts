import { download, fileName } from '#web/ui/download.ts'
import { fontRules } from './font-rules.ts'
import { isPictured, stillCopy } from './still-copy.ts'

interface PictureParts {
  /**
   * The element around the answer. The picture has the content of this element as it is on the screen, so
   * hidden series are not in it. Controls and the table are left out.
   */
  readonly place: Element
  readonly title: string
  /** The line below the title: the dates of the answer, and the day on which it was computed. */
  readonly note: string
}

const SCALE = 2
const EDGE = 24
const [TITLE, NOTE, GAP] = [24, 20, 16]

/**
 * Saves an answer as a PNG with its title and dates, at twice its size on the screen and in the current
 * scheme.
 */
export async function savePicture({ place, title, note }: PictureParts): Promise<void> {
  const blob = await pictureOf(place, title, note)
  if (blob !== null) download(blob, fileName(title, 'png'))
}

async function pictureOf(place: Element, title: string, note: string): Promise<Blob | null> {
  const copy = stillCopy(place) as HTMLElement | null
  if (copy === null) return null
  const tokens = getComputedStyle(document.documentElement)
  const token = (name: string) => tokens.getPropertyValue(name).trim()
  const width = place.getBoundingClientRect().width + EDGE * 2
  const [sheet, body] = [document.createElement('div'), document.createElement('div')]
  const line = (text: string, styles: Readonly<Record<string, string>>) => {
    const made = document.createElement('div')
    made.textContent = text
    Object.assign(made.style, styles)
    return made
  }
  const cut = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }
  Object.assign(sheet.style, {
    ...{ boxSizing: 'border-box', width: `${width}px`, padding: `${EDGE}px` },
    ...{ backgroundColor: token('--surface'), color: token('--ink'), fontFamily: token('--font') },
  })
  Object.assign(copy.style, { margin: '0', height: 'auto', minHeight: '0', overflow: 'visible' })
  body.style.marginTop = `${GAP}px`
  body.append(copy)
  sheet.append(
    line(title, { ...cut, font: token('--t-16'), height: `${TITLE}px` }),
    line(note, { ...cut, font: token('--t-12'), height: `${NOTE}px`, color: token('--ink-2') }),
    body,
  )
  const height = heightOf(place) + EDGE * 2 + TITLE + NOTE + GAP
  return painted(sheet, { width: Math.ceil(width), height: Math.ceil(height) })
}

/**
 * Returns the height of the copied part of an element. The table and the foot are below this part and are
 * not copied.
 */
function heightOf(place: Element): number {
  const top = place.getBoundingClientRect().top
  const parts = [...place.children].filter(isPictured)
  return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom - top), 0)
}

interface Size {
  readonly width: number
  readonly height: number
}

async function painted(sheet: HTMLElement, { width, height }: Size): Promise<Blob | null> {
  const fonts = document.createElement('style')
  fonts.textContent = await fontRules()
  sheet.prepend(fonts)
  const markup = new XMLSerializer().serializeToString(sheet)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: width * SCALE, height: height * SCALE })
  const context = canvas.getContext('2d')
  if (context === null) return null
  // The last row of pixels may be covered only partly, so it is filled with the colour of the sheet first.
  context.fillStyle = sheet.style.backgroundColor
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, 0, 0)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'))
}
