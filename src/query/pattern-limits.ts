import { invalid } from '#shared/request-error.ts'
import type { Operator } from './filter.ts'
import { LIMITS } from './limits.ts'
import { attrOf, type Path } from './places.ts'
import { hasManyWildcards, regexSize } from './regex-size.ts'

/** Operators whose values are texts with the wildcards `%` and `_`. */
const LIKE_OPERATORS: readonly Operator[] = [
  ...(['icontains', 'not_icontains'] as const),
  ...(['starts_with', 'not_starts_with', 'ends_with', 'not_ends_with'] as const),
]

/**
 * Refuses patterns that the engine could not abandon in time. Its time limit does not apply while it
 * matches a pattern.
 * @throws RequestError
 */
export function checkPatterns(operator: Operator, values: readonly string[], path: Path): void {
  const isRegex = operator === 'regex' || operator === 'not_regex'
  if (!isRegex && !LIKE_OPERATORS.includes(operator)) return
  const patterns = isRegex ? values : values.filter((value) => /[%_]/.test(value))
  if (patterns.length > LIMITS.patterns)
    throw tooLong(`A filter has at most ${LIMITS.patterns} ${isRegex ? REGEXES : TEXTS}.`, path)
  for (const pattern of patterns) {
    const sentence = isRegex ? refusalOfRegex(pattern) : refusalOfText(pattern)
    if (sentence !== null) throw tooLong(sentence, path)
  }
}

const REGEXES = 'regular expressions'
const TEXTS = 'texts with the wildcards % and _'

const tooLong = (sentence: string, path: Path) => invalid('max_length', sentence, attrOf(path))

function refusalOfRegex(pattern: string): string | null {
  if (pattern.length > LIMITS.regexLength || (pattern.match(/\(/g)?.length ?? 0) > LIMITS.regexGroups)
    return `A regular expression has at most ${LIMITS.regexLength} characters and ${LIMITS.regexGroups} groups.`
  const { size, choices } = regexSize(pattern)
  if (size <= LIMITS.regexSize || choices <= LIMITS.patternChoices) return null
  return `A regular expression has at most ${LIMITS.regexSize} characters and classes when its repetitions are written out: a{2,5} is aaaaa. This one has ${size}: use fewer repetitions.`
}

const refusalOfText = (text: string) =>
  hasManyWildcards(text) && text.length > LIMITS.regexSize
    ? `A text with more than ${LIMITS.patternChoices} wildcards (% and _) has at most ${LIMITS.regexSize} characters.`
    : null
