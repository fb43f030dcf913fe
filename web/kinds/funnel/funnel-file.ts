import { type Cell, percentCell } from '#web/ui/csv.ts'
import { type FunnelRow, type FunnelTimesItem, type FunnelTrendItem, rowName } from './funnel-rows.ts'

/**
 * Returns the rows of a CSV file with the steps of a funnel. There is one row for each step of each value
 * of the breakdown. Times are in seconds.
 */
export function stepsFile(rows: readonly FunnelRow[]): Cell[][] {
  const isBrokenDown = rows.some(({ name }) => name !== null)
  return [
    [
      ...(isBrokenDown ? ['Value'] : []),
      ...['Step', 'Name', 'Reached', 'Dropped before this step', 'Of first step (%)', 'Of previous step (%)'],
      'Median time (s)',
    ],
    ...rows.flatMap(({ name, steps }) =>
      steps.map((step, index): Cell[] => [
        ...(isBrokenDown ? [name] : []),
        ...[index + 1, step.name, step.count, index === 0 ? null : step.dropped],
        ...[percentCell(step.share), percentCell(step.shareOfBefore), step.medianSeconds],
      ]),
    ),
  ]
}

/**
 * Returns the rows of a CSV file with conversion rates in percent. There is one row for each interval, and
 * one column for each value of the breakdown.
 */
export const ratesFile = (items: readonly FunnelTrendItem[]): Cell[][] => [
  ['Started', ...items.map(({ breakdown }) => `${rowName(breakdown) ?? 'Conversion'} (%)`)],
  ...(items[0]?.days ?? []).map((day, place): Cell[] => [
    day,
    ...items.map(({ data }) => data[place] ?? null),
  ]),
]

/** Returns the rows of a CSV file with the bins of the times to convert. The last bin has no end. */
export const timesFile = ({ bins }: Pick<FunnelTimesItem, 'bins'>): Cell[][] => [
  ['From (s)', 'To (s)', 'Number'],
  ...bins.flatMap(([from = 0, count = 0], index): Cell[][] => {
    const to = bins[index + 1]?.[0]
    return to === undefined && count === 0 ? [] : [[from, to ?? null, count]]
  }),
]
