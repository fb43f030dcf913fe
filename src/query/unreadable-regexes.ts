import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import type { FilterPart } from './filter-parts.ts'
import { attrOf } from './places.ts'
import { isReadableRegex } from './readable-regex.ts'

/** A warning for each filter with a regular expression that cannot be read, and that therefore matches nothing. */
export const unreadableRegexes = (leaves: readonly FilterPart[]): Warning[] =>
  leaves.flatMap(({ value: { operator, value }, path }) => {
    if (operator !== 'regex' && operator !== 'not_regex') return []
    const patterns = [value].flat().filter((one) => typeof one === 'string')
    const unreadable = patterns.find((pattern) => !isReadableRegex(pattern))
    return unreadable === undefined ? [] : [warningOf(unreadable, operator, attrOf([...path, 'value']))]
  })

const warningOf = (pattern: string, operator: string, attr: string): Warning => ({
  code: 'unreadable_regex',
  detail: `The regular expression ${quoted(pattern)} cannot be read: the syntax is that of RE2. ${
    operator === 'regex' ? 'It matches nothing.' : 'A filter not_regex with it matches nothing.'
  }`,
  attr,
})
