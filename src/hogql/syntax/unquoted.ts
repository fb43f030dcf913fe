import { type HogqlSource, refuseAt } from '#hogql/refuse.ts'

const ESCAPED: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  r: '\r',
  n: '\n',
  t: '\t',
  '0': '\0',
  a: '\x07',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  // The wildcards of LIKE keep their backslash, because LIKE reads a wildcard with a backslash as a plain
  // character.
  '%': '\\%',
  _: '\\_',
}

/**
 * Escapes that the published grammar accepts and leaves unchanged: the escape for a byte, as in regular
 * expressions, and the escape for null.
 */
const KEPT = /x[0-9a-fA-F]{2}|N/y

/**
 * Returns the text between two quotes. A quote inside is doubled or has a backslash before it.
 * @throws RequestError for an unknown escape.
 */
export function unquoted(source: HogqlSource, at: number, end: number): string {
  const quote = source.text[at] ?? ''
  let text = ''
  for (let i = at + 1; i < end - 1; i++) {
    const character = source.text[i] ?? ''
    if (character === quote) i++
    if (character !== '\\') {
      text += character
      continue
    }
    i++
    const kept = keptAt(source.text, i)
    i += Math.max(0, kept.length - 1)
    const escaped = kept === '' ? ESCAPED[source.text[i] ?? ''] : `\\${kept}`
    if (escaped === undefined)
      throw refuseAt(source, i - 1, `has an unknown escape \\${source.text[i]}: write \\\\ for a backslash`)
    text += escaped
  }
  return text
}

function keptAt(text: string, at: number): string {
  KEPT.lastIndex = at
  return KEPT.exec(text)?.[0] ?? ''
}
