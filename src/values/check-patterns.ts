import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { PATTERN_LIMITS } from './pattern-limits.ts'
import { hasManyWildcards, regexSize } from './regex-size.ts'

/** The syntax of a pattern: a regular expression, or text in which `%` and `_` are wildcards. */
export type PatternForm = 'regex' | 'wildcards'

/**
 * Refuses patterns that could take too long. The engine's time limit does not stop them, because it does
 * not apply while the engine matches a pattern.
 * @throws RequestError
 */
export function checkPatterns(form: PatternForm, values: readonly string[], path: Path): void {
  const isRegex = form === 'regex'
  const patterns = isRegex ? values : values.filter((value) => /[%_]/.test(value))
  if (patterns.length > PATTERN_LIMITS.patterns)
    throw tooLong(`A filter has at most ${PATTERN_LIMITS.patterns} ${isRegex ? REGEXES : TEXTS}.`, path)
  for (const pattern of patterns) {
    const sentence = isRegex ? refusalOfRegex(pattern) : refusalOfText(pattern)
    if (sentence !== null) throw tooLong(sentence, path)
  }
}

const REGEXES = 'regular expressions'
const TEXTS = 'texts with the wildcards % and _'

const tooLong = (sentence: string, path: Path) => invalid('max_length', sentence, attrOf(path))

function refusalOfRegex(pattern: string): string | null {
  if (
    pattern.length > PATTERN_LIMITS.regexLength ||
    (pattern.match(/\(/g)?.length ?? 0) > PATTERN_LIMITS.regexGroups
  )
    return `A regular expression has at most ${PATTERN_LIMITS.regexLength} characters and ${PATTERN_LIMITS.regexGroups} groups.`
  const { size, choices } = regexSize(pattern)
  if (size <= PATTERN_LIMITS.regexSize || choices <= PATTERN_LIMITS.choices) return null
  return `A regular expression has at most ${PATTERN_LIMITS.regexSize} characters and classes when its repetitions are written out: a{2,5} is aaaaa. This one has ${size}: use fewer repetitions.`
}

const refusalOfText = (text: string) =>
  hasManyWildcards(text) && text.length > PATTERN_LIMITS.regexSize
    ? `A text with more than ${PATTERN_LIMITS.choices} wildcards (% and _) has at most ${PATTERN_LIMITS.regexSize} characters.`
    : null
