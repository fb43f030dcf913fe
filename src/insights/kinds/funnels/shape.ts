import { incompleteDays } from '#insights/kind/incomplete-days.ts'
import type { FunnelsPlan } from '#insights/runs/plan.ts'
import { type FunnelAnswer, funnelRow, type PeriodAnswer } from './answer.ts'
import type { FunnelTotals } from './collect/funnel-walk.ts'
import type { WalkedRow } from './walked-rows.ts'

interface FunnelResults {
  readonly rows: readonly WalkedRow[]
  readonly earlier?: readonly WalkedRow[]
}

/** Returns the numbers of each row, in the order of the rows. */
export function shapeFunnels(plan: FunnelsPlan, { rows, earlier }: FunnelResults): FunnelAnswer {
  const current = shapePeriod(plan, rows)
  return plan.earlier === null || earlier === undefined
    ? current
    : { ...current, earlier: shapePeriod(plan.earlier, earlier) }
}

function shapePeriod(plan: FunnelsPlan, rows: readonly WalkedRow[]): PeriodAnswer {
  const { kind } = plan.query.visualisation
  const shown = rows.filter(({ row }) => row !== 'other' || !hidesOther(plan))
  switch (kind) {
    case 'steps':
      return {
        kind,
        rows: withTotals(plan, shown, kind).map(({ totals, ...row }) => ({ ...row, ...stepsOf(totals) })),
      }
    case 'trends':
      return {
        kind,
        days: plan.period.buckets.map(({ day }) => day),
        labels: plan.period.buckets.map(({ label }) => label),
        incompleteDays: incompleteDays(plan.period, plan.moment),
        rows: withTotals(plan, shown, kind).map(({ totals: { entered, converted }, ...row }) => ({
          ...row,
          rates: entered.map((count, place) => percent(converted[place] ?? 0, count)),
        })),
      }
    case 'time_to_convert':
      return {
        kind,
        rows: withTotals(plan, shown, kind).map(({ totals: { bins, averageMs, medianMs }, ...row }) => ({
          ...row,
          bins,
          averageSeconds: toHundredths(averageMs),
          medianSeconds: toHundredths(medianMs),
        })),
      }
  }
}

const hidesOther = ({ query: { breakdown } }: FunnelsPlan) =>
  breakdown?.kind === 'properties' && breakdown.hidesOther

type TotalsOf<Kind> = Extract<FunnelTotals, { readonly kind: Kind }>

const withTotals = <Kind extends FunnelTotals['kind']>(
  plan: FunnelsPlan,
  rows: readonly WalkedRow[],
  kind: Kind,
) =>
  rows.map(({ row, totals }) => {
    if (totals.kind !== kind) throw new TypeError(`The walk collected ${totals.kind}`)
    return { ...funnelRow(plan, row), totals: totals as TotalsOf<Kind> }
  })

const stepsOf = ({ counts, averagesMs, mediansMs, openCounts }: TotalsOf<'steps'>) => ({
  steps: counts.map((count, step) => ({
    count,
    averageConversionSeconds: seconds(averagesMs[step]),
    medianConversionSeconds: seconds(mediansMs[step]),
    openCount: openCounts[step] ?? null,
  })),
})

const seconds = (ms: number | null | undefined) => (ms === null || ms === undefined ? null : ms / 1000)

/** Converts to seconds with 2 decimals. */
const toHundredths = (ms: number | null) => (ms === null ? null : Math.round(ms / 10) / 100)

// Rounds to 2 decimals. The number is a whole number of hundredths when it is rounded, like in
// `toHundredths`: if it were in seconds or in percent, an exact half of the last decimal would be a
// fraction slightly above or below the half.
const percent = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((10_000 * part) / whole) / 100)
