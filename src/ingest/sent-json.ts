import { isUtf8 } from 'node:buffer'
import { parseExactJson, stringEnd } from '../shared/json-text.ts'

/**
 * As `parseExactJson`, and `NaN` and `Infinity`, which Python writes although JSON has no such numbers, are null.
 * @throws RequestError `malformed`
 */
export function parseSentJson(bytes: Buffer): unknown {
  try {
    return parseExactJson(bytes)
  } catch (error) {
    // Looked for only now: hardly any body has one, and the search costs as much as the parsing.
    const mayHoldSome = bytes.includes('NaN') || bytes.includes('Infinity')
    if (!mayHoldSome || !isUtf8(bytes)) throw error
    return parseExactJson(Buffer.from(withNulls(bytes.toString('utf8'))))
  }
}

const NO_NUMBERS = /-?\b(?:NaN|Infinity)\b/g

// Strings are stepped over by hand: a regular expression runs out of stack on one of 20 MB.
function withNulls(text: string): string {
  const parts: string[] = []
  let from = 0
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', from)) {
    const end = stringEnd(text, quote) + 1
    parts.push(text.slice(from, quote).replace(NO_NUMBERS, 'null'), text.slice(quote, end))
    from = end
  }
  parts.push(text.slice(from).replace(NO_NUMBERS, 'null'))
  return parts.join('')
}
