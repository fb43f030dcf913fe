import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { attrOf } from '#shared/field-paths.ts'
import { isReadableRegex } from '#values/readable-regex.ts'
import type { FilterPart } from './filter-parts.ts'

/**
 * Returns a warning for each filter whose regular expression cannot be read and that therefore matches
 * nothing.
 */
export const unreadableRegexes = (leaves: readonly FilterPart[]): Warning[] =>
  leaves.flatMap(({ value: { operator, value, negation }, path }) => {
    if (operator !== 'regex' && operator !== 'not_regex') return []
    const patterns = [value].flat().filter((one) => typeof one === 'string')
    const unreadable = patterns.find((pattern) => !isReadableRegex(pattern))
    if (unreadable === undefined) return []
    const isNegated = (operator === 'not_regex') !== (negation === true)
    const detail = `The regular expression ${quoted(unreadable)} cannot be read: the syntax is that of RE2. ${
      isNegated ? 'The filter' : 'It'
    } matches nothing.`
    return [{ code: 'unreadable_regex', detail, attr: attrOf([...path, 'value']) }]
  })
