import { QUESTION_LIMITS } from '#contract/limits.ts'

/**
 * Limits for the size of a question. They were measured on the engine, whose time limit does not apply
 * while it parses and plans a statement: 100,000 conditions took 11 s. So a question that is too large is
 * refused before it reaches the engine.
 */
export const LIMITS = {
  ...QUESTION_LIMITS,
  conditions: 200,
  filterDepth: 16,
  filterValues: 10_000,
  textLength: 20_000,
  selectorLength: 1_000,
  /** Tests in one selector. Each test is searched for in each element of an event. */
  selectorTests: 30,
  /** Selectors in one filter. */
  selectors: 100,
  formulaLength: 1_000,
  /** Maximum depth of parentheses, signs and powers inside one another. */
  formulaDepth: 32,
  buckets: 10_000,
  breakdownValues: 1_000,
  /**
   * How many of the largest values of a breakdown an answer can skip. The statement computes the skipped
   * values too.
   */
  breakdownOffset: 10_000,
  breakdownCohorts: 25,
  /** Cohorts in one filter. The members of each cohort are read separately. */
  cohortsOfFilter: 25,
  bins: 100,
  rangeYears: 100,
  /** Items in one path. */
  pathSteps: 50,
  /** Edges in one answer. */
  pathEdges: 10_000,
  /**
   * Rules for cleaning the items of a path. There can be as many groupings of items. Every event is
   * compared with the pattern of each of them.
   */
  pathRules: 100,
} as const
