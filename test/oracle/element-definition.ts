import type { Operator } from '../../src/query/filter.ts'

/** An element that was read from a chain by the rules of docs/semantics/elements.md. */
export interface ReadElement {
  readonly tag: string
  /**
   * All classes, each with its dot in front, as the chain has them before the attributes: `.md:flex.p-1.5`.
   */
  readonly classes: string
  readonly attributes: Readonly<Record<string, string>>
}

const KEYS = ['text', 'href', 'nth-child', 'nth-of-type']

/** Reads a chain character by character. */
export function readChain(chain: string): ReadElement[] {
  if (chain === '') return []
  const elements: ReadElement[] = []
  let element = emptyElement()
  let outside = ''
  for (let at = 0; at < chain.length; at++) {
    if (chain[at] === ';') {
      elements.push(toElement(element, outside))
      element = emptyElement()
      outside = ''
    } else if (chain[at] === '"') {
      const end = closingQuote(chain, at)
      element.pairs.push([
        outside,
        chain
          .slice(at + 1, end)
          .split('\\"')
          .join('"'),
      ])
      outside = ''
      at = end
    } else outside += chain[at]
  }
  return [...elements, toElement(element, outside)]
}

/** Returns an element of which nothing is read yet. `pairs` has each quoted value and the text before it. */
const emptyElement = (): { pairs: [string, string][] } => ({ pairs: [] })

function closingQuote(chain: string, opening: number): number {
  for (let at = opening + 1; at < chain.length; at++)
    if (chain[at] === '"' && chain[at - 1] !== '\\') return at
  return chain.length
}

function toElement({ pairs }: { pairs: readonly (readonly [string, string])[] }, rest: string): ReadElement {
  // The text before the first value is the tag, the classes, a colon, a key and an equals sign.
  const [first] = pairs
  const begin = first?.[0].slice(0, -1) ?? rest
  const keyAt = first === undefined ? begin.length : firstKeyAt(begin)
  const head = begin.slice(0, first === undefined ? begin.length : Math.max(keyAt - 1, 0)).replace(/:$/, '')
  const keys = pairs.map(([before], i) => (i === 0 ? begin.slice(keyAt) : before.slice(0, -1)))
  const dotAt = head.indexOf('.')
  const tagEnd = dotAt < 0 ? head.length : dotAt
  return {
    tag: head.slice(0, tagEnd),
    classes: head.slice(tagEnd),
    attributes: Object.fromEntries(pairs.map(([, value], i) => [keys[i] ?? '', value])),
  }
}

/** Returns the index at which the first key begins, within the text before the first value. */
function firstKeyAt(text: string): number {
  for (let at = 0; at < text.length; at++) {
    const rest = text.slice(at + 1)
    if (text[at] === ':' && (KEYS.includes(rest) || rest.startsWith('attr_'))) return at + 1
  }
  return 0
}

export interface GivenTest {
  readonly on: 'tag' | 'class' | 'id' | 'nth-child' | 'nth-of-type' | '=' | '^=' | '$=' | '*=' | 'present'
  readonly name: string
  readonly value: string
}
/** A selector, from the outermost compound to the selected one, as in CSS. */
export interface GivenSelector {
  readonly compounds: readonly (readonly GivenTest[])[]
  /** The combinators between the compounds, so one fewer than compounds. */
  readonly combinators: readonly ('>' | ' ')[]
}

/**
 * Returns whether the selector selects any element of the chain. Elements are listed from the innermost to
 * the outermost.
 */
export const selectsAny = (selector: GivenSelector, elements: readonly ReadElement[]): boolean =>
  elements.some((_, at) => selectsAt(selector, elements, selector.compounds.length - 1, at))

function selectsAt(
  selector: GivenSelector,
  elements: readonly ReadElement[],
  part: number,
  at: number,
): boolean {
  const element = elements[at]
  if (element === undefined || !selector.compounds[part]?.every((one) => passes(one, element))) return false
  if (part === 0) return true
  const around = elements.map((_, i) => i).filter((i) => i > at)
  const places = selector.combinators[part - 1] === '>' ? around.slice(0, 1) : around
  return places.some((place) => selectsAt(selector, elements, part - 1, place))
}

function passes({ on, name, value }: GivenTest, { tag, classes, attributes }: ReadElement): boolean {
  if (on === 'tag') return tag === name
  if (on === 'class') return `${classes}.`.includes(`.${name}.`) || `${classes}:`.includes(`.${name}:`)
  if (on === 'nth-child' || on === 'nth-of-type') return attributes[on] === value
  const keys = on === 'id' || name === 'id' ? ['attr__id', 'attr_id'] : [`attr__${name}`]
  if (name === 'href') keys.push('href')
  return keys.some((key) => {
    const found = attributes[key]
    if (found === undefined) return false
    if (on === 'present') return true
    if (on === '=' || on === 'id') return found === value
    if (value === '') return false
    if (on === '^=') return found.startsWith(value)
    return on === '$=' ? found.endsWith(value) : found.includes(value)
  })
}

export interface GivenElementFilter {
  readonly key: 'tag_name' | 'text' | 'href' | 'selector'
  readonly operator: Operator
  readonly values: readonly string[]
  /** The parsed form of the selectors in `values`, in the same order. */
  readonly selectors?: readonly GivenSelector[]
}

const POSITIVE: Partial<Record<Operator, Operator>> = {
  is_not: 'exact',
  not_icontains: 'icontains',
  not_starts_with: 'starts_with',
  not_ends_with: 'ends_with',
  not_regex: 'regex',
  is_not_set: 'is_set',
}

/**
 * Implements docs/semantics/elements.md, "Filters". Regular expressions only use the syntax that RE2 and
 * JavaScript share.
 */
export function elementFilterHolds(filter: GivenElementFilter, chain: string): boolean {
  const positive = POSITIVE[filter.operator]
  const isHit = anyElement(filter, positive ?? filter.operator, readChain(chain))
  return positive === undefined ? isHit : !isHit
}

function anyElement(
  filter: GivenElementFilter,
  operator: Operator,
  elements: readonly ReadElement[],
): boolean {
  const { key, values } = filter
  if (key === 'selector') return (filter.selectors ?? []).some((one) => selectsAny(one, elements))
  if (key === 'tag_name') return elements.some(({ tag }) => values.includes(tag))
  const found = elements.flatMap(({ attributes }) => attributes[key] ?? [])
  if (operator === 'is_set') return found.length > 0
  if (operator === 'exact') return found.some((text) => values.includes(text))
  return found.some((text) => values.some((value) => isFound(text, operator, value)))
}

function isFound(text: string, operator: Operator, value: string): boolean {
  if (operator === 'regex') return new RegExp(value, 'su').test(text)
  const [searched, part] = [text.toLowerCase(), value.toLowerCase()]
  if (operator === 'starts_with') return searched.startsWith(part)
  if (operator === 'ends_with') return searched.endsWith(part)
  return searched.includes(part)
}
