import { QUESTION_LIMITS } from '#contract/limits.ts'

/**
 * Limits of the questions that are computed. They were measured on the engine, whose time limit does not
 * apply while it parses and plans (100,000 conditions took 11 s). So questions are refused by their size
 * before they reach the engine.
 */
export const LIMITS = {
  ...QUESTION_LIMITS,
  conditions: 200,
  filterDepth: 16,
  filterValues: 10_000,
  textLength: 20_000,
  selectorLength: 1_000,
  /** Tests in one selector. Each is a search in each element of an event. */
  selectorTests: 30,
  /** Selectors in one filter. */
  selectors: 100,
  formulaLength: 1_000,
  /** Maximum depth of parentheses, signs and powers inside one another. */
  formulaDepth: 32,
  buckets: 10_000,
  breakdownValues: 1_000,
  /** Largest values of a breakdown that an answer can skip. The statement computes all of them. */
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
   * Cleaning rules for items. Groupings have the same limit. Each is a pattern with which every event is
   * compared.
   */
  pathRules: 100,
} as const
