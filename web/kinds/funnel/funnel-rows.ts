import type { FunnelFilter, QueryNode } from '#web/api/query-node.ts'
import type { Schema } from '#web/api/results.ts'
import type { Point, PointTab } from '#web/question/point.ts'
import { capital } from '#web/ui/capital.ts'
import { exactNumber, percent } from '#web/ui/format.ts'

export type FunnelStepItem = Schema<'FunnelStep'>

/**
 * An item of an answer with steps. It is a step, or, if there is a breakdown, the list of the steps of one
 * value.
 */
export type StepsItem = FunnelStepItem | readonly FunnelStepItem[]
export type FunnelTrendItem = Schema<'FunnelTrendItem'>
export type FunnelTimesItem = Schema<'FunnelTimesItem'>
export type FunnelItem = StepsItem | FunnelTrendItem | FunnelTimesItem

const isList = (item: FunnelItem): item is readonly FunnelStepItem[] => Array.isArray(item)
export const areSteps = (item: FunnelItem): item is StepsItem => isList(item) || 'order' in item

export interface FunnelStep {
  readonly name: string
  readonly count: number
  /** The number of actors who reached the previous step and not this one; 0 for the first step. */
  readonly dropped: number
  /** The number of actors as a share of those of the first step, from 0 to 1. */
  readonly share: number
  /** The number of actors as a share of those of the previous step, from 0 to 1; null for the first step. */
  readonly shareOfBefore: number | null
  readonly medianSeconds: number | null
  readonly convertedUrl: string | null
  readonly droppedUrl: string | null
  /**
   * How many of the dropped actors have a window that ends after the range, so that they may still convert;
   * null if the answer does not count them.
   */
  readonly open: number | null
  readonly openUrl: string | null
}

/** The steps for one value of the breakdown. */
export interface FunnelRow {
  /** The value of the breakdown in words; null without a breakdown. */
  readonly name: string | null
  /** A CSS colour. */
  readonly color: string
  readonly steps: readonly FunnelStep[]
}

const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)

/**
 * Returns the rows of an answer with steps: one row for each value of the breakdown, or a single row
 * without one.
 */
export function funnelRows(
  results: readonly StepsItem[],
  colorOf: (name: string | null) => string,
): FunnelRow[] {
  const rows = results.filter(isList)
  const steps = results.flatMap((item) => (isList(item) ? [] : [item]))
  return [...rows, steps]
    .filter((steps) => steps.length > 0)
    .map((steps) => {
      const name = rowName(steps[0]?.breakdown)
      return { name, color: colorOf(name), steps: steps.map(toStep) }
    })
}

/** Returns the value of a row in words; null without a breakdown. */
export const rowName = (breakdown: string | readonly string[] | undefined): string | null =>
  breakdown === undefined ? null : [breakdown].flat().join(', ')

function toStep(step: FunnelStepItem, index: number, steps: readonly FunnelStepItem[]): FunnelStep {
  const first = steps[0]?.count ?? 0
  const before = steps[index - 1]?.count
  return {
    name: step.custom_name || step.name,
    count: step.count,
    dropped: before === undefined ? 0 : Math.max(0, before - step.count),
    share: ratio(step.count, first),
    shareOfBefore: before === undefined ? null : ratio(step.count, before),
    medianSeconds: step.median_conversion_time,
    convertedUrl: step.converted_people_url,
    droppedUrl: step.dropped_people_url,
    open: step.open_count,
    openUrl: step.open_people_url,
  }
}

export type Part = 'converted' | 'dropped'

interface PointOptions {
  readonly question: QueryNode
  readonly row: FunnelRow
  readonly index: number
  readonly part: Part
  /** The word for the actors, in the plural. */
  readonly many: string
}

/**
 * Returns the point for one part of a bar: the actors who converted, or those who dropped. The point has a
 * tab for the other part. Null if the answer has no address for the people of this part.
 */
export function stepPoint({ question, row, index, part, many }: PointOptions): Point | null {
  const step = row.steps[index]
  const before = row.steps[index - 1]
  if (step === undefined) return null
  const peopleUrl = part === 'dropped' ? step.droppedUrl : step.convertedUrl
  if (peopleUrl === null) return null
  const isDropped = part === 'dropped' && before !== undefined
  const count = isDropped ? step.dropped : step.count
  const place = isDropped ? `before ${step.name}` : step.name
  return {
    peopleUrl,
    title: row.name === null ? capital(place) : `${row.name}, ${place}`,
    count,
    color: row.color,
    ...(before !== undefined && {
      words: `${exactNumber(count)} of ${exactNumber(before.count)} ${many} ${isDropped ? 'dropped' : 'went on'}, ${percent(ratio(count, before.count))}`,
      tabs: tabsOf(step),
      tab: part,
      ...(isOrdered(question) && { correlation: correlationUpTo(question, index) }),
    }),
  }
}

/**
 * Returns the point for the actors who dropped at a step but whose window is still open. The point has tabs
 * for the other actors of the step. Null if the answer has no address for these people.
 */
export function openPoint(options: Omit<PointOptions, 'part'>): Point | null {
  const { row, index, many } = options
  const { open = null, openUrl = null, dropped = 0 } = row.steps[index] ?? {}
  const point = stepPoint({ ...options, part: 'dropped' })
  if (point === null || open === null || openUrl === null) return null
  const words = `${exactNumber(open)} of ${exactNumber(dropped)} ${many} who dropped still have time`
  return { ...point, peopleUrl: openUrl, count: open, tab: OPEN, words }
}

const OPEN = 'open'

const tabsOf = ({ droppedUrl, dropped, convertedUrl, count, open, openUrl }: FunnelStep): PointTab[] => [
  ...(droppedUrl === null
    ? []
    : [{ key: 'dropped', label: 'Dropped', peopleUrl: droppedUrl, count: dropped }]),
  ...(openUrl === null || open === null || open === 0
    ? []
    : [{ key: OPEN, label: 'Time left', peopleUrl: openUrl, count: open }]),
  ...(convertedUrl === null ? [] : [{ key: 'converted', label: 'Went on', peopleUrl: convertedUrl, count }]),
]

const isOrdered = ({ funnelsFilter, series }: QueryNode): boolean =>
  funnelsFilter?.funnelOrderType !== 'unordered' && !(series ?? []).some((step) => step.optionalInFunnel)

/**
 * Returns the correlation for the funnel up to this step. It compares what the actors who reached the step
 * did with what the others did.
 */
function correlationUpTo(question: QueryNode, index: number): QueryNode<'FunnelCorrelationQuery'> {
  const { breakdownFilter: _, ...source } = question
  const { exclusions = [], ...rules } = question.funnelsFilter ?? {}
  const within = exclusions.filter(({ funnelToStep }) => funnelToStep <= index)
  return {
    kind: 'FunnelCorrelationQuery',
    source: {
      ...source,
      series: question.series?.slice(0, index + 1),
      funnelsFilter: {
        ...withoutVisualisation(rules),
        ...(within.length > 0 && { exclusions: within }),
      },
    },
  }
}

/**
 * Removes the rules of the displays "Over time" and "Time to convert". A correlation does not use these
 * rules. The two steps that the displays compare may even come after the last step of the correlation's
 * funnel.
 */
function withoutVisualisation(rules: FunnelFilter): FunnelFilter {
  const { funnelVizType: _, funnelFromStep: _from, funnelToStep: _to, binCount: _bins, ...others } = rules
  return others
}

export interface WidestGap {
  readonly step: string
  readonly low: { readonly name: string; readonly share: number }
  readonly high: { readonly name: string; readonly share: number }
  /** The largest difference between the shares of two values at any other step, in percentage points. */
  readonly othersPoints: number
}

/** A row is compared only if at least this many actors reached the previous step. */
const LEAST = 20

/**
 * Returns the step at which the shares of two breakdown values differ most. A share is that of the actors
 * who reached the previous step. Null if no two values can be compared, or if they hardly differ.
 */
export function widestGap(rows: readonly FunnelRow[]): WidestGap | null {
  const gaps = (rows[0]?.steps ?? []).flatMap((step, index) => {
    const shares = rows.flatMap(({ name, steps }) => {
      const share = steps[index]?.shareOfBefore
      const isEnough = (steps[index - 1]?.count ?? 0) >= LEAST
      return name === null || share == null || !isEnough ? [] : [{ name, share }]
    })
    if (shares.length < 2) return []
    const sorted = shares.toSorted((one, other) => one.share - other.share)
    const [low, high] = [sorted[0], sorted.at(-1)]
    return low === undefined || high === undefined
      ? []
      : [{ step: step.name, low, high, points: (high.share - low.share) * 100 }]
  })
  const [widest, second] = gaps.toSorted((one, other) => other.points - one.points)
  if (widest === undefined || widest.points < 0.05) return null
  const { points: _, ...gap } = widest
  return { ...gap, othersPoints: second?.points ?? 0 }
}
