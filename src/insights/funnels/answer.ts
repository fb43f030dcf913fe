import { wordsOfValues } from '#insights/breakdown-rows.ts'
import type { Breakdown, BreakdownRow } from '#query/breakdown.ts'
import type { Definitions } from '#query/definitions.ts'

/** A row of the breakdown; without one there is one row, and both fields are null. */
export interface FunnelRow {
  readonly row: BreakdownRow | null
  /** The values of the row in words: a list where it was asked as one. */
  readonly words: string | readonly string[] | null
}

export interface FunnelStep {
  /** Actors who reached at least this step. */
  readonly count: number
  /** Seconds from the step before, over the actors of this step; null for the first step and for a step without actors. */
  readonly averageConversionSeconds: number | null
  readonly medianConversionSeconds: number | null
  /** Of those who reached the step before and not this one, the actors whose window goes beyond the range; null for the first step, optional ones, and in a strict funnel. */
  readonly openCount: number | null
}

/** In the order of the question. An unordered funnel has as many, the k-th for any k steps. */
interface StepsRow extends FunnelRow {
  readonly steps: readonly FunnelStep[]
}
interface TrendsRow extends FunnelRow {
  /** The conversion of each bucket in percent. */
  readonly rates: readonly number[]
}
interface TimesRow extends FunnelRow {
  /** The second at which a bin begins, and the number of its actors. */
  readonly bins: readonly (readonly [number, number])[]
  /** Null without an actor. */
  readonly averageSeconds: number | null
  readonly medianSeconds: number | null
}

/** With the earlier period of a comparison; absent without one. */
export type FunnelAnswer = PeriodAnswer & { readonly earlier?: PeriodAnswer }

/** By the visualisation of the question. */
export type PeriodAnswer =
  | { readonly kind: 'steps'; readonly rows: readonly StepsRow[] }
  | {
      readonly kind: 'trends'
      /** The start of each bucket, and the same as words, as in trends. */
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

/** The fields that the rows of all answers have. */
export function funnelRow({ query: { breakdown }, definitions }: Named, row: BreakdownRow | null): FunnelRow {
  if (row === null) return { row, words: null }
  const values = row === 'other' ? othersOf(breakdown) : wordsOfValues(breakdown, definitions, row.values)
  const isList = breakdown?.kind === 'properties' && breakdown.isList
  return { row, words: isList ? values : (values[0] ?? '') }
}

const OTHER = 'Other'
const othersOf = (breakdown: Breakdown | null): string[] =>
  breakdown?.kind === 'properties' ? breakdown.by.map(() => OTHER) : [OTHER]
