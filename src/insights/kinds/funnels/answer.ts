import { wordsOfValues } from '#insights/kind/breakdown-rows.ts'
import type { Breakdown, BreakdownRow } from '#query/breakdown.ts'
import type { Definitions } from '#query/definitions.ts'

/** A row of the breakdown. Without a breakdown there is one row, and both fields are null. */
export interface FunnelRow {
  readonly row: BreakdownRow | null
  /** The values of the row in words: a list if the breakdown was asked for as a list. */
  readonly words: string | readonly string[] | null
}

export interface FunnelStep {
  /** Actors who reached at least this step. */
  readonly count: number
  /**
   * The average and the median of the seconds since the previous step, over the actors of this step. Null
   * for the first step and for a step without actors.
   */
  readonly averageConversionSeconds: number | null
  readonly medianConversionSeconds: number | null
  /**
   * The actors who may still reach this step. They reached the last non-optional step before it, but not
   * the step itself, and they have a run whose window goes beyond the range. Null for the first step, for
   * optional steps, and in a strict funnel.
   */
  readonly openCount: number | null
}

/**
 * The steps of a row, in the order of the question. In an unordered funnel the k-th of them stands for any
 * k steps.
 */
interface StepsRow extends FunnelRow {
  readonly steps: readonly FunnelStep[]
}
interface TrendsRow extends FunnelRow {
  /** The conversion of each bucket in percent. */
  readonly rates: readonly number[]
}
interface TimesRow extends FunnelRow {
  /** For each bin: the second at which it begins, and the number of its actors. */
  readonly bins: readonly (readonly [number, number])[]
  /** Null without actors. */
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
}

/** The answer of a funnel. In a comparison it also has the earlier period. */
export type FunnelAnswer = PeriodAnswer & { readonly earlier?: PeriodAnswer }

/** The answer for one period. Its form depends on the visualisation of the question. */
export type PeriodAnswer =
  | { readonly kind: 'steps'; readonly rows: readonly StepsRow[] }
  | {
      readonly kind: 'trends'
      /**
       * The start of each bucket. `labels` has the starts in words. Both have the form that they have in
       * trends.
       */
      readonly days: readonly string[]
      readonly labels: readonly string[]
      readonly incompleteDays: readonly string[]
      readonly rows: readonly TrendsRow[]
    }
  | { readonly kind: 'time_to_convert'; readonly rows: readonly TimesRow[] }

interface Named {
  readonly query: { readonly breakdown: Breakdown | null }
  readonly definitions: Pick<Definitions, 'cohorts'>
}

/** Returns the fields that a row has with every visualisation. */
export function funnelRow({ query: { breakdown }, definitions }: Named, row: BreakdownRow | null): FunnelRow {
  if (row === null) return { row, words: null }
  const values = row === 'other' ? othersOf(breakdown) : wordsOfValues(breakdown, definitions, row.values)
  const isList = breakdown?.kind === 'properties' && breakdown.isList
  return { row, words: isList ? values : (values[0] ?? '') }
}

const OTHER = 'Other'
const othersOf = (breakdown: Breakdown | null): string[] =>
  breakdown?.kind === 'properties' ? breakdown.by.map(() => OTHER) : [OTHER]
