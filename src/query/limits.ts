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
  textLength: 20_000,
  buckets: 10_000,
  rangeYears: 100,
} as const
