import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { elementsChain } from './elements-chain.ts'

interface Sent {
  readonly $elements?: unknown
  readonly $elements_chain?: unknown
}

/**
 * Returns all maps of properties that have a list of elements, from any depth of the bodies of a recording.
 */
function withElements(value: unknown): Sent[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.values(value).flatMap(withElements)
  return '$elements' in value ? [value, ...inside] : inside
}

test('a list of elements gives the text that the SDK sends beside it', () => {
  const recording = JSON.parse(readFileSync('test/recordings/posthog-js-1.434.18-noexternal.json', 'utf8'))
  const sent = withElements(recording)
  expect(sent).toHaveLength(2)
  for (const { $elements, $elements_chain } of sent)
    expect(elementsChain({ $elements })).toBe($elements_chain)
})

test.each([
  [{}, null],
  [{ $elements: [] }, null],
  [{ $elements: 'a' }, null],
  [{ $elements: [1, null, 'a'] }, null],
  [{ $elements: [{ tag_name: 'a' }], $elements_chain: 'b:' }, null],
  [{ $elements: [{ tag_name: 'a' }], $elements_chain: '' }, 'a:nth-child="0"nth-of-type="0"'],
  [{ $elements: [{ tag_name: 'a' }], $elements_chain: 5 }, 'a:nth-child="0"nth-of-type="0"'],
  [
    { $elements: [{ tag_name: 'a', $el_text: 'say "hi"', nth_child: 1, nth_of_type: 2 }] },
    'a:nth-child="1"nth-of-type="2"text="say \\"hi\\""',
  ],
  [
    { $elements: [{ tag_name: 'a', classes: ['z', '', 'b"c'] }, 7, { attr__class: ' x  y ' }] },
    'a.bc.z:nth-child="0"nth-of-type="0";.x.y:attr__class=" x  y "nth-child="0"nth-of-type="0"',
  ],
  [
    { $elements: [{ tag_name: ['a'], attr__data: { a: 1 }, attr__n: 5, text: 'x'.repeat(500) }] },
    `a:attr__data=""attr__n="5"nth-child="0"nth-of-type="0"text="${'x'.repeat(400)}"`,
  ],
])('the chain of %j', (properties, chain) => {
  expect(elementsChain(properties)).toBe(chain)
})
