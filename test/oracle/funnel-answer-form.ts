import type { DefinedFunnelRow } from './funnel-answer-definition.ts'
import type { GivenFunnelQuestion } from './funnel-question.ts'

/** The result of a funnel in the form of the interface. */
// biome-ignore lint/suspicious/noExplicitAny: items of three forms, which the definition describes
export type FunnelItems = any

interface AnsweredRow extends Pick<DefinedFunnelRow, 'result' | 'compareLabel'> {
  readonly breakdownValue: unknown
}

/** Converts the items into rows of the definition. */
export function toDefinedRows(
  items: FunnelItems,
  { vizType, breakdown }: GivenFunnelQuestion,
): AnsweredRow[] {
  const valueIn = (item: FunnelItems) => (breakdown === null ? null : item.breakdown_value)
  if (vizType === 'trends')
    return items.map(({ days, labels, data, ...item }: FunnelItems) => ({
      breakdownValue: valueIn(item),
      compareLabel: item.compare_label ?? null,
      result: { days, labels, data },
    }))
  if (vizType === 'time_to_convert')
    return [
      {
        breakdownValue: null,
        compareLabel: null,
        result: {
          bins: items.bins,
          averageSeconds: items.average_conversion_time,
          medianSeconds: items.median_conversion_time,
        },
      },
    ]
  return rowsOfSteps(items, breakdown !== null).map((steps) => ({
    breakdownValue: valueIn(steps[0]),
    compareLabel: steps[0].compare_label ?? null,
    result: steps.map((step: FunnelItems) => ({
      count: step.count,
      averageSeconds: step.average_conversion_time,
      medianSeconds: step.median_conversion_time,
      openCount: step.open_count,
    })),
  }))
}

/**
 * Splits the items of an answer in steps into rows. Without a breakdown, all steps are one row, or with a
 * comparison one row for each period.
 */
export function rowsOfSteps(items: FunnelItems, isBrokenDown: boolean): FunnelItems[] {
  if (isBrokenDown) return items
  const isEarlier = (item: FunnelItems) => item.compare_label === 'previous'
  const earlier = items.filter(isEarlier)
  return earlier.length === 0 ? [items] : [items.filter((item: FunnelItems) => !isEarlier(item)), earlier]
}
