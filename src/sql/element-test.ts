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

/** A test of a value that stands in quotes in the chain: an attribute, or a position among siblings. */
export type PairTest = Exclude<ElementTest, { on: 'tag' | 'class' }>

/**
 * Returns the pattern of the key of a value. SDKs write an id and a link twice, under two keys, and the
 * pattern accepts either.
 */
export function keyPattern(test: PairTest): string {
  if (test.on !== 'attribute') return test.on
  if (test.name === 'id') return 'attr__?id'
  return test.name === 'href' ? '(?:attr__)?href' : `attr__${literalPattern(test.name)}`
}

/**
 * Returns the pattern of the value of a test, from its first quote on; null if no value can pass the test.
 * No value begins with, ends with or contains the empty text. CSS has the same rule.
 */
export function valuePattern(test: PairTest): string | null {
  if (test.on !== 'attribute') return `${test.position}"`
  const { match, value } = test
  if (match === 'present') return ''
  if (value === '' && match !== 'equals') return null
  const literal = literalPattern(escapedQuotes(value))
  const isOpen = value.endsWith('\\')
  // In a chain a backslash before a quote escapes the quote, so no value in a chain ends with a backslash.
  if (isOpen && (match === 'equals' || match === 'ends')) return null
  const before = match === 'ends' || match === 'contains' ? String.raw`${VALUE}\\*` : ''
  const behind = match === 'equals' || match === 'ends' ? '"' : isOpen ? '[^"]' : ''
  return `${before}${literal}${behind}`
}

/**
 * Returns a text that a chain must contain if one of its elements passes the test. Empty for a tag, because
 * `chainHasTag` is more exact: it looks for the tag only at the beginnings of elements.
 */
export function writtenText(test: ElementTest): string {
  if (test.on === 'tag') return ''
  if (test.on === 'class') return `.${test.name}`
  if (test.on !== 'attribute') return `${test.on}="${test.position}"`
  const key = `${test.name === 'id' || test.name === 'href' ? '' : 'attr__'}${test.name}="`
  const isWhole = test.match === 'equals' || test.match === 'begins'
  return isWhole ? `${key}${escapedQuotes(test.value)}` : key
}
