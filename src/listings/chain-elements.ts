/** An element of a page, read from a chain as docs/semantics/elements.md describes. */
export interface ChainElement {
  readonly tagName: string
  readonly classes: readonly string[]
  /**
   * The attributes by their keys, such as `text`, `nth-child` and `attr__id`. If a key is written twice,
   * the last value counts.
   */
  readonly attributes: ReadonlyMap<string, string>
}

/** Matches a value in quotes. A sequence of backslashes belongs to the character after it. */
const VALUE = /"((?:[^"\\]|\\+[^\\])*)(?:"|\\*$)/gy
const FIRST_KEY = /:(?=(?:text|href|nth-child|nth-of-type)=$|attr_)/

/**
 * Returns the elements of a `$elements_chain`, the innermost first. The time is linear in the length of the
 * chain.
 */
export function chainElements(chain: string): ChainElement[] {
  if (chain === '') return []
  const elements: ChainElement[] = []
  let pairs: (readonly [before: string, value: string])[] = []
  let begin = 0
  const end = (at: number) => {
    elements.push(toElement(pairs, chain.slice(begin, at)))
    pairs = []
    begin = at + 1
  }
  const marks = /[;"]/g
  for (let mark = marks.exec(chain); mark !== null; mark = marks.exec(chain)) {
    if (mark[0] === ';') {
      end(mark.index)
      continue
    }
    VALUE.lastIndex = mark.index
    const value = VALUE.exec(chain)?.[1] ?? ''
    pairs.push([chain.slice(begin, mark.index), value.replaceAll('\\"', '"')])
    begin = VALUE.lastIndex
    marks.lastIndex = begin
  }
  end(chain.length)
  return elements
}

/**
 * Makes an element from its parts. `pairs` has each value that is in quotes, with the text before it.
 * `rest` is the text after the last value.
 */
function toElement(pairs: readonly (readonly [string, string])[], rest: string): ChainElement {
  const [first] = pairs
  // The text before the first value consists of the tag, the classes, a colon, and a key with an equals
  // sign.
  const beginning = first?.[0] ?? rest
  const colon = first === undefined ? -1 : beginning.search(FIRST_KEY)
  const head = colon < 0 ? beginning.replace(/:$/, '') : beginning.slice(0, colon)
  const [tagName = '', ...classes] = splitHead(first === undefined || colon >= 0 ? head : '')
  const keys = pairs.map(([before], i) => (i === 0 ? beginning.slice(colon + 1) : before).replace(/=$/, ''))
  return { tagName, classes, attributes: new Map(pairs.map(([, value], i) => [keys[i] ?? '', value])) }
}

const splitHead = (head: string): string[] => head.split('.').filter((part, i) => i === 0 || part !== '')
