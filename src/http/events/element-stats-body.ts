import type { ElementBody } from '#contract/element-stats.ts'
import { type ChainElement, chainElements } from '#listings/chain-elements.ts'
import type { CountedChain } from '#listings/element-stats.ts'

export const toCountedChainBody = ({ event, chain, count }: CountedChain) => ({
  count,
  type: event,
  hash: null,
  elements: chainElements(chain).map(toElementBody),
})

function toElementBody({ tagName, classes, attributes }: ChainElement, order: number): ElementBody {
  const text = (key: string) => attributes.get(key) ?? null
  // The text of an element begins with its tag and its classes, separated by dots. A class may itself
  // contain a dot, so the classes of the attribute are preferred.
  const named = attributes.get('attr__class')?.split(/\s+/).filter(Boolean) ?? classes
  return {
    order,
    tag_name: tagName,
    text: text('text'),
    href: text('href'),
    attr_id: text('attr_id') ?? text('attr__id'),
    attr_class: named.length === 0 ? null : [...named],
    nth_child: placeOf(attributes.get('nth-child')),
    nth_of_type: placeOf(attributes.get('nth-of-type')),
    attributes: Object.fromEntries([...attributes].filter(([key]) => key.startsWith('attr__'))),
  }
}

const placeOf = (text: string | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null
