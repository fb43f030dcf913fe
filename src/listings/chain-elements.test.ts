import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readChain } from '../../test/oracle/element-definition.ts'
import { chain } from '../../test/oracle/given-elements.ts'
import { chainElements } from './chain-elements.ts'

const plain = (text: string) =>
  chainElements(text).map(({ tagName, classes, attributes }) => [
    tagName,
    classes,
    Object.fromEntries(attributes),
  ])

test.each<[string, unknown[]]>([
  ['', []],
  ['body', [['body', [], {}]]],
  ['a.btn.md:flex:', [['a', ['btn', 'md:flex'], {}]]],
  [
    'span:nth-child="1"text="Buy; \\"now\\"";a.btn:attr__class="btn"href="/p"',
    [
      ['span', [], { 'nth-child': '1', text: 'Buy; "now"' }],
      ['a', ['btn'], { attr__class: 'btn', href: '/p' }],
    ],
  ],
  ['a.md:flex:attr_id="x"', [['a', ['md:flex'], { attr_id: 'x' }]]],
  ['a:text="open', [['a', [], { text: 'open' }]]],
])('%j', (text, elements) => {
  expect(plain(text)).toEqual(elements)
})

test('it reads what the definition reads', () => {
  fc.assert(
    fc.property(chain, (text) => {
      expect(plain(text)).toEqual(
        readChain(text).map(({ tag, classes, attributes }) => [
          tag,
          classes.split('.').filter((name) => name !== ''),
          attributes,
        ]),
      )
    }),
    { numRuns: 2_000 },
  )
})

test('a chain of a megabyte takes little time', () => {
  const elements = chainElements('a:text="\\\\\\"'.repeat(90_000))
  expect(elements.length).toBeGreaterThan(0)
  expect(chainElements(`${'a.b:'.repeat(250_000)}text="x"`)).toHaveLength(1)
})
