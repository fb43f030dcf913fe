import { stringEnd } from '#shared/json-outline.ts'

const QUOTE = 34
const COMMA = 44
const OPEN_BRACKET = 91
const CLOSE_BRACKET = 93
const OPEN_BRACE = 123
const CLOSE_BRACE = 125

/**
 * JSON text of properties in which lists and objects are text, as filters compare them: `{"tags":["a"]}` becomes
 * `{"tags":"[\"a\"]"}`. Empty where nothing changes. The text has no blanks between its parts, as `jsonText` writes it.
 */
export function flatProperties(json: string): string {
  if (!json.includes(':[') && !json.includes(':{')) return ''
  let flat = ''
  let copied = 0
  // From the quote of a name to that of the next.
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

/** The place behind a value; behind the text where it is cut. */
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
