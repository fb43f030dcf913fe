import { stringEnd } from '#shared/json-outline.ts'

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/**
 * Returns JSON text of the properties in which lists and objects are written as text, because filters
 * compare them as text: `{"tags":["a"]}` becomes `{"tags":"[\"a\"]"}`. Empty if nothing changes. `json`
 * must have no blanks between its parts, as `jsonText` writes it.
 */
export function flatProperties(json: string): string {
  if (!json.includes(':[') && !json.includes(':{')) return ''
  let flat = ''
  let copied = 0
  // Each pass goes from the quote of one name to the quote of the next.
  for (let at = 1; json.charCodeAt(at) === QUOTE; at++) {
    const start = stringEnd(json, at) + 2
    const end = valueEnd(json, start)
    if (isNested(json.charCodeAt(start))) {
      flat += json.slice(copied, start) + JSON.stringify(json.slice(start, end))
      copied = end
    }
    at = end
  }
  return copied === 0 ? '' : flat + json.slice(copied)
}

const isNested = (code: number) => code === OPEN_BRACKET || code === OPEN_BRACE

/** Returns the index after a value; the length of the text if the value is cut off. */
function valueEnd(json: string, start: number): number {
  const code = json.charCodeAt(start)
  if (code === QUOTE) return stringEnd(json, start) + 1
  if (isNested(code)) return nestedEnd(json, start)
  for (let at = start; at < json.length; at++) {
    const here = json.charCodeAt(at)
    if (here === COMMA || here === CLOSE_BRACE) return at
  }
  return json.length
}

function nestedEnd(json: string, start: number): number {
  let depth = 0
  for (let at = start; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) at = stringEnd(json, at)
    else if (isNested(code)) depth++
    else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) depth--
    if (depth === 0) return at + 1
  }
  return json.length
}
