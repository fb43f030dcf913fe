import fc from 'fast-check'
import type { GivenElementFilter, GivenSelector, GivenTest } from './element-definition.ts'

/** An element of a page. */
interface GivenElement {
  readonly tag: string
  readonly classes: readonly string[]
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string | null
  readonly nthChild: number
  readonly nthOfType: number
}

// Few names and values, so that selectors often match elements. They have every character that is special in
// the text of a chain.
const TAGS = ['a', 'div', 'button', 'my-card', 'use']
const CLASSES = ['btn', 'btn-primary', 'md:flex', 'p-1.5', 'w-[1px]', 'a:href=', 'data-[state=open]:x']
const NAMES = ['id', 'href', 'data-attr', 'xlink:href', ':href', '@click.btn', 'title']
const VALUES = [
  'buy',
  'Buy',
  '',
  'a;b',
  'a"b',
  '"',
  ':text="buy"',
  '\\"',
  'a\\b',
  'a.btn:x',
  'größe',
  '%_',
  '/p?a=1',
  'a\nb',
]

const element: fc.Arbitrary<GivenElement> = fc.record({
  tag: fc.constantFrom(...TAGS),
  classes: fc.uniqueArray(fc.constantFrom(...CLASSES), { maxLength: 3 }),
  attributes: fc.dictionary(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES), { maxKeys: 4 }),
  text: fc.option(fc.constantFrom(...VALUES)),
  nthChild: fc.integer({ min: 1, max: 3 }),
  nthOfType: fc.integer({ min: 1, max: 3 }),
})

const escaped = (value: string) => value.replace(/\\"|"/g, '\\"')

/** Writes an element as an SDK does, with its attributes in the order of old SDK versions or sorted. */
function written({ tag, classes, attributes, text, nthChild, nthOfType }: GivenElement, isSorted: boolean) {
  const pairs: [string, string][] = [
    ...(text ? [['text', text] as [string, string]] : []),
    ['nth-child', String(nthChild)],
    ['nth-of-type', String(nthOfType)],
    ...(attributes.href ? [['href', attributes.href] as [string, string]] : []),
    ...(attributes.id ? [['attr_id', attributes.id] as [string, string]] : []),
    ...Object.entries(attributes).map(([name, value]): [string, string] => [`attr__${name}`, value]),
  ]
  if (isSorted) pairs.sort(([a], [b]) => (a < b ? -1 : 1))
  const head = [tag, ...classes].join('.')
  return `${head}:${pairs.map(([key, value]) => `${key}="${escaped(value)}"`).join('')}`
}

export const chain: fc.Arbitrary<string> = fc
  .record({ elements: fc.array(element, { minLength: 1, maxLength: 5 }), isSorted: fc.boolean() })
  .map(({ elements, isSorted }) => elements.map((one) => written(one, isSorted)).join(';'))

const ATTRIBUTE_TESTS = ['=', '^=', '$=', '*=', 'present'] as const
const test: fc.Arbitrary<GivenTest> = fc.oneof(
  fc.constantFrom(...CLASSES, 'flex', 'p-1', '5').map((name) => ({ on: 'class' as const, name, value: '' })),
  fc
    .constantFrom(...VALUES)
    .filter((value) => value !== '')
    .map((value) => ({ on: 'id' as const, name: 'id', value })),
  fc.record({
    on: fc.constantFrom('nth-child' as const, 'nth-of-type' as const),
    name: fc.constant(''),
    value: fc.constantFrom('1', '2', '3'),
  }),
  fc.record({
    on: fc.constantFrom(...ATTRIBUTE_TESTS),
    name: fc.constantFrom(...NAMES),
    value: fc.constantFrom(...VALUES, 'b', 'a', '\\', 'a\\'),
  }),
)
const compound: fc.Arbitrary<readonly GivenTest[]> = fc
  .record({
    tag: fc.option(fc.constantFrom(...TAGS), { freq: 2 }),
    tests: fc.array(test, { maxLength: 2 }),
  })
  .map(({ tag, tests }) => (tag === null ? tests : [{ on: 'tag', name: tag, value: '' }, ...tests]))

const selector: fc.Arbitrary<GivenSelector> = fc
  .record({
    compounds: fc.array(compound, { minLength: 1, maxLength: 3 }),
    combinators: fc.tuple(
      fc.constantFrom('>' as const, ' ' as const),
      fc.constantFrom('>' as const, ' ' as const),
    ),
  })
  .map(({ compounds, combinators }) => ({
    compounds,
    combinators: combinators.slice(0, compounds.length - 1),
  }))

const name = (text: string) =>
  text.replace(/[^-\w]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)
const quoted = (text: string) => `"${text.replace(/["\\]/g, '\\$&')}"`

function testText({ on, name: given, value }: GivenTest): string {
  if (on === 'tag') return name(given)
  if (on === 'class') return `.${name(given)}`
  if (on === 'id') return `#${name(value)}`
  if (on === 'nth-child' || on === 'nth-of-type') return `:${on}(${value})`
  return on === 'present' ? `[${name(given)}]` : `[${name(given)}${on}${quoted(value)}]`
}

const selectorText = ({ compounds, combinators }: GivenSelector): string =>
  compounds
    .map((tests, i) => `${i === 0 ? '' : ` ${combinators[i - 1]} `}${tests.map(testText).join('') || '*'}`)
    .join('')

/** A selector in the form that clients write. */
export const writtenSelector = selector.map(selectorText)

/** Text made of pieces of chains, in any order. */
export const brokenChain: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom(
      ...['"', '"', ';', ';', ':', '.', '\\', '=', '\n', 'a', 'button', 'btn', 'flex', 'md:flex', 'buy', 'ö'],
      ...[
        'attr__',
        'attr_',
        ':attr__id="',
        'href="',
        'text="',
        'nth-child="1"',
        'attr__data-attr="buy"',
        'a.btn:',
      ],
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((pieces) => pieces.join(''))

const REGEXES = ['^[Bb]uy$', 'b', '^$', '"', ';', '\\\\', '^a.b$', 'ö']

export const elementFilter: fc.Arbitrary<GivenElementFilter> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        operator: fc.constantFrom('exact' as const, 'is_not' as const),
        selectors: fc.array(selector, { minLength: 1, maxLength: 2 }),
      })
      .map(({ operator, selectors }) => ({
        key: 'selector' as const,
        operator,
        values: selectors.map(selectorText),
        selectors,
      })),
  },
  fc.record({
    key: fc.constant('tag_name' as const),
    operator: fc.constantFrom('exact' as const, 'is_not' as const),
    values: fc.array(fc.constantFrom(...TAGS, 'butto', 'my'), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    key: fc.constantFrom('text' as const, 'href' as const),
    operator: fc.constantFrom('exact' as const, 'is_not' as const),
    values: fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    key: fc.constantFrom('text' as const, 'href' as const),
    operator: fc.constantFrom(
      ...(['icontains', 'not_icontains', 'starts_with', 'not_starts_with'] as const),
      ...(['ends_with', 'not_ends_with'] as const),
    ),
    values: fc.array(fc.constantFrom('b', 'UY', '"', 'a\\', 'GRÖ', ';', ''), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    key: fc.constantFrom('text' as const, 'href' as const),
    operator: fc.constantFrom('regex' as const, 'not_regex' as const),
    values: fc.array(fc.constantFrom(...REGEXES), { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    key: fc.constantFrom('text' as const, 'href' as const),
    operator: fc.constantFrom('is_set' as const, 'is_not_set' as const),
    values: fc.constant([]),
  }),
)
