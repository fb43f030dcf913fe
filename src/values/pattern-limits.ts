/**
 * Limits of the patterns in questions and expressions, measured on the engine: its time limit does not apply
 * while it matches a pattern.
 */
export const PATTERN_LIMITS = {
  regexLength: 512,
  regexGroups: 20,
  /**
   * Size of a pattern, with its counted repetitions written out. The pattern `a{1,1000}b` held a query for
   * 70 s over 100 values of 60 kB.
   */
  regexSize: 60,
  /** Choices in a pattern. If there are more, each character takes the engine several times as long. */
  choices: 10,
  /** Regular expressions, or texts with wildcards, in one filter. Each of them is a condition of its own. */
  patterns: 500,
} as const
