/**
 * The status of a font face that the page uses. Each script, such as Cyrillic, has its own face, and a
 * picture includes only the faces that are loaded.
 */
const USED = 'loaded'

let rules: Promise<string> | undefined

/**
 * Returns the @font-face rules of the page with the contents of the font files in them, because a picture
 * cannot load files. Empty if the files cannot be read.
 */
export function fontRules(): Promise<string> {
  rules ??= facesInside().catch(() => '')
  return rules
}

async function facesInside(): Promise<string> {
  const loaded = new Set(
    [...document.fonts]
      .filter(({ status }) => status === USED)
      .map(({ family, unicodeRange }) => keyOf(family, unicodeRange)),
  )
  const faces = [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSFontFaceRule ? [rule] : []))
    .filter(({ style }) =>
      loaded.has(keyOf(style.getPropertyValue('font-family'), style.getPropertyValue('unicode-range'))),
    )
  const written = await Promise.all(
    faces.map(async ({ cssText, parentStyleSheet }) => {
      const [, file] = /url\("?([^")]+)"?\)/.exec(cssText) ?? []
      if (file === undefined) return ''
      const address = new URL(file, parentStyleSheet?.href ?? location.href)
      return cssText.replace(/url\("?[^")]+"?\)/, `url(${await dataAddress(address)})`)
    }),
  )
  return written.join('\n')
}

const keyOf = (family: string, range: string): string =>
  `${family.replaceAll(/["']/g, '')} ${range.toLowerCase().replaceAll(/\s/g, '').slice(0, 20)}`

async function dataAddress(address: URL): Promise<string> {
  const blob = await (await fetch(address)).blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(`${address} cannot be read`))
    reader.readAsDataURL(blob)
  })
}
