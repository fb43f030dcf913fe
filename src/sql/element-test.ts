import type { ElementTest } from '#query/selector.ts'
import {
  attributePattern,
  classPattern,
  escapedQuotes,
  literalPattern,
  tagPattern,
  VALUE,
} from './elements-chain.ts'

/** Returns a pattern that matches an element if it passes the test; null if no element can pass. */
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

/** A test of a value that the chain has in quotes. */
export type PairTest = Exclude<ElementTest, { on: 'tag' | 'class' }>

/**
 * Pattern of the text before the value. SDKs write an id and a link twice, under two keys. The pattern
 * accepts both keys.
 */
export function keyPattern(test: PairTest): string {
  if (test.on !== 'attribute') return test.on
  if (test.name === 'id') return 'attr__?id'
  return test.name === 'href' ? '(?:attr__)?href' : `attr__${literalPattern(test.name)}`
}

/**
 * Pattern of the text after the first quote; null if no value can pass the test. As in CSS, no value begins
 * with, ends with or contains the empty text.
 */
export function valuePattern(test: PairTest): string | null {
  if (test.on !== 'attribute') return `${test.position}"`
  const { match, value } = test
  if (match === 'present') return ''
  if (value === '' && match !== 'equals') return null
  const literal = literalPattern(escapedQuotes(value))
  const isOpen = value.endsWith('\\')
  // No value in a chain ends with a backslash, because a backslash before a quote escapes the quote.
  if (isOpen && (match === 'equals' || match === 'ends')) return null
  const before = match === 'ends' || match === 'contains' ? String.raw`${VALUE}\\*` : ''
  const behind = match === 'equals' || match === 'ends' ? '"' : isOpen ? '[^"]' : ''
  return `${before}${literal}${behind}`
}

/**
 * Returns a text that a chain must contain if one of its elements passes the test. For a tag it is empty,
 * because `chainHasTag` is more exact: it tests a tag at the place that tags have in the chain.
 */
export function writtenText(test: ElementTest): string {
  if (test.on === 'tag') return ''
  if (test.on === 'class') return `.${test.name}`
  if (test.on !== 'attribute') return `${test.on}="${test.position}"`
  const key = `${test.name === 'id' || test.name === 'href' ? '' : 'attr__'}${test.name}="`
  const isWhole = test.match === 'equals' || test.match === 'begins'
  return isWhole ? `${key}${escapedQuotes(test.value)}` : key
}
