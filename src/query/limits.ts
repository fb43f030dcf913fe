/**
 * The largest questions that are computed. Measured on the engine: its time limit does not hold while it parses and
 * plans (100,000 conditions took 11 s) nor inside one regular expression, so size is refused before it gets there.
 */
export const LIMITS = {
  series: 26,
  conditions: 200,
  filterDepth: 16,
  filterValues: 10_000,
  regexLength: 512,
  regexGroups: 20,
  /** With counted repetitions written out: `a{1,1000}b` held a query for 70 s over 100 values of 60 kB. */
  regexSize: 60,
  /** Patterns with more choices take the engine a multiple of the time for each character. */
  patternChoices: 10,
  /** Of a filter: each regular expression or text with wildcards is a condition of its own. */
  patterns: 500,
  textLength: 20_000,
  selectorLength: 1_000,
  /** Each test of a selector is a search in each element of an event. */
  selectorTests: 30,
  /** Of a filter. */
  selectors: 100,
  formulaLength: 1_000,
  /** Of parentheses, signs and powers in one another. */
  formulaDepth: 32,
  buckets: 10_000,
  /** Properties of one breakdown. */
  breakdowns: 3,
  breakdownValues: 1_000,
  /** Values of a breakdown before those of an answer: a statement has all of them. */
  breakdownOffset: 10_000,
  breakdownCohorts: 25,
  /** Each reads the members of its own. */
  cohortsOfFilter: 25,
  bins: 100,
  rangeYears: 100,
  /** Items of a path. */
  pathSteps: 50,
  /** Edges of an answer. */
  pathEdges: 10_000,
  /** Cleaning rules of items, and as many groupings: each is a pattern that every event is compared with. */
  pathRules: 100,
  /** Of a retention, whose answer has half the square of them as values. */
  retentionIntervals: 200,
  /** Events of one person in one interval that a question asks for. */
  occurrences: 1_000_000,
} as const
