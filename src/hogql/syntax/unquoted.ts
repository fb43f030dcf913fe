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
  // The wildcards of LIKE keep their backslash, which makes them plain characters there.
  '%': '\\%',
  _: '\\_',
}

/** What stands between two quotes. A quote inside is doubled or has a backslash. @throws RequestError for an unknown escape */
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
    const escaped = ESCAPED[source.text[i] ?? '']
    if (escaped === undefined)
      throw refuseAt(source, i - 1, `has an unknown escape \\${source.text[i]}: write \\\\ for a backslash`)
    text += escaped
  }
  return text
}
