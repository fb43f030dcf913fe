import type { ElementTest } from '#query/selector.ts'
import {
  attributePattern,
  classPattern,
  escapedQuotes,
  literalPattern,
  tagPattern,
  VALUE,
} from './elements-chain.ts'

/** The pattern of an element that passes the test; null where none can. */
export function patternOf(test: ElementTest): string | null {
  switch (test.on) {
    case 'tag':
      return tagPattern(test.name)
    case 'class':
      return classPattern(test.name)
    case 'attribute': {
      const value = valuePattern(test)
      return value === null ? null : attributePattern(`${keyPattern(test)}="${value}`)
    }
    default:
      return attributePattern(`${keyPattern(test)}="${valuePattern(test)}`)
  }
}

/** A test of a value in quotes. */
export type PairTest = Exclude<ElementTest, { on: 'tag' | 'class' }>

/** The pattern of the text before a value. SDKs write an id and a link twice, under either key. */
export function keyPattern(test: PairTest): string {
  if (test.on !== 'attribute') return test.on
  if (test.name === 'id') return 'attr__?id'
  return test.name === 'href' ? '(?:attr__)?href' : `attr__${literalPattern(test.name)}`
}

/** The pattern of the text behind the first quote; null where none passes. As in CSS, an empty text begins, ends and is part of nothing. */
export function valuePattern(test: PairTest): string | null {
  if (test.on !== 'attribute') return `${test.position}"`
  const { match, value } = test
  if (match === 'present') return ''
  if (value === '' && match !== 'equals') return null
  const literal = literalPattern(escapedQuotes(value))
  const isOpen = value.endsWith('\\')
  // A backslash before a quote escapes it, so that no value ends with one.
  if (isOpen && (match === 'equals' || match === 'ends')) return null
  const before = match === 'ends' || match === 'contains' ? String.raw`${VALUE}\\*` : ''
  const behind = match === 'equals' || match === 'ends' ? '"' : isOpen ? '[^"]' : ''
  return `${before}${literal}${behind}`
}

/** A text that the chain of every element contains that passes the test; empty for a tag, whose place in the text says more. */
export function writtenText(test: ElementTest): string {
  if (test.on === 'tag') return ''
  if (test.on === 'class') return `.${test.name}`
  if (test.on !== 'attribute') return `${test.on}="${test.position}"`
  const key = `${test.name === 'id' || test.name === 'href' ? '' : 'attr__'}${test.name}="`
  const isWhole = test.match === 'equals' || test.match === 'begins'
  return isWhole ? `${key}${escapedQuotes(test.value)}` : key
}
