/**
 * Limits of the patterns in questions and expressions, measured on the engine: its time limit does not apply
 * while it matches a pattern.
 */
export const PATTERN_LIMITS = {
  regexLength: 512,
  regexGroups: 20,
  /**
   * Size with counted repetitions written out: `a{1,1000}b` held a query for 70 s over 100 values of 60 kB.
   */
  regexSize: 60,
  /** For patterns with more choices, each character takes the engine a multiple of the time. */
  choices: 10,
  /** Regular expressions or texts with wildcards in one filter. Each is a condition of its own. */
  patterns: 500,
} as const
