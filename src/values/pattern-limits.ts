/**
 * Limits of the patterns in questions and expressions, measured on the engine: its time limit does not apply
 * while it matches a pattern.
 */
export const PATTERN_LIMITS = {
  regexLength: 512,
  regexGroups: 20,
  /**
   * Maximum size of a pattern with more than `choices` choices. Counted repetitions are written out in it.
   * The pattern `a{1,1000}b` held a query for 70 s over 100 values of 60 kB.
   */
  regexSize: 60,
  /**
   * Number of choices up to which a pattern is cheap. If there are more, each character takes the engine
   * several times as long.
   */
  choices: 10,
  /**
   * Maximum number of regular expressions, or of texts with wildcards, in one filter. Each of them becomes
   * a condition of its own.
   */
  patterns: 500,
} as const
