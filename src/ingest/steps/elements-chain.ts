import { isMap, type SentMap } from '#ingest/wire/sent-map.ts'

/** The most characters that are taken of an element's text. Newer SDKs send at most this many. */
const TEXT_CHARACTERS = 400
const LINK_CHARACTERS = 2_048

/**
 * Returns the text `$elements_chain` for the list `$elements`, which older SDKs and the SDKs of apps send
 * instead of this text. Null if the event already has the text, or has no list. docs/semantics/elements.md
 * describes the form of the text.
 */
export function elementsChain({ $elements, $elements_chain }: SentMap): string | null {
  if (!Array.isArray($elements) || (typeof $elements_chain === 'string' && $elements_chain !== ''))
    return null
  const elements = $elements.filter(isMap)
  return elements.length === 0 ? null : elements.map(elementText).join(';')
}

function elementText(element: SentMap): string {
  const attributes = Object.entries(element).flatMap(([key, value]): [string, string][] =>
    key.startsWith('attr__') ? [[key, textOf(value)]] : [],
  )
  const own: [string, string][] = [
    ['text', textOf(element.$el_text ?? element.text).slice(0, TEXT_CHARACTERS)],
    ['href', textOf(element.attr__href ?? element.href).slice(0, LINK_CHARACTERS)],
    ['attr_id', textOf(element.attr__id ?? element.attr_id)],
  ]
  const places: [string, string][] = [
    ['nth-child', textOf(element.nth_child ?? 0)],
    ['nth-of-type', textOf(element.nth_of_type ?? 0)],
  ]
  const pairs = [...attributes, ...own.filter(([, value]) => value !== ''), ...places]
  const written = pairs
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => `${key}="${quoted(value)}"`)
  return `${[textOf(element.tag_name), ...classesOf(element)].join('.')}:${written.join('')}`
}

/** Returns the classes of an element. They are sent as a list, or as the text of the attribute `class`. */
function classesOf({ attr__class, classes }: SentMap): string[] {
  const given = attr__class ?? classes
  const names = Array.isArray(given) ? given.map(textOf) : textOf(given).split(/\s+/)
  return names
    .map((name) => name.replaceAll('"', ''))
    .filter((name) => name !== '')
    .sort()
}

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.filter(isScalar).join(' ')
  return isScalar(value) ? String(value) : ''
}

const quoted = (value: string) => value.replace(/\\"|"/g, '\\"')
