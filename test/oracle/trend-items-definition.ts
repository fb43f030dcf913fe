import { breakdownRows, compareTexts, type Row } from './breakdown-row-definition.ts'
import { type GivenEvent, type GivenMatcher, matches } from './filter-definition.ts'
import { formulaText, formulaValue } from './formula-definition.ts'
import { boxOf, type DefinedBox, mathValue } from './math-definition.ts'
import type { Period } from './period-definition.ts'
import { previousPeriod } from './previous-period-definition.ts'
import { rangeSinceFirst } from './range-definition.ts'
import { type Cell, type CountedEvents, countedEvents } from './trend-cell-definition.ts'
import { type Bucket, bucketsOf, trendPeriod } from './trend-period-definition.ts'
import {
  type GivenBreakdown,
  type GivenProject,
  type GivenTrendQuestion,
  type GivenTrendSeries,
  NUMBER_MATHS,
  WHOLE_DISPLAYS,
} from './trend-question.ts'

/** The fields of an item that follow from the events, under their names in the interface. */
export interface DefinedItem {
  /** Index of the series; null for a formula. */
  readonly action: number | null
  readonly label: string
  readonly count: number
  readonly data: readonly number[]
  readonly days: readonly string[]
  readonly labels: readonly string[]
  readonly incomplete_days: readonly string[]
  readonly aggregated_value?: number
  readonly breakdown_value?: Row['breakdownValue']
  readonly compare?: true
  readonly compare_label?: 'current' | 'previous'
  readonly boxplot_data?: readonly (DefinedBox & { readonly day: string; readonly label: string })[]
}

/** A period with the events that each series counts in it. */
interface Computed {
  readonly period: Period
  readonly buckets: readonly Bucket[]
  readonly counted: readonly CountedEvents[]
}
/** A series, or the formula that is shown in place of all series. */
interface Line {
  readonly action: number | null
  readonly name: string
  /** Indexes of the series that decide the rows of the line. */
  readonly series: readonly number[]
  readonly value: (ofSeries: (series: number) => number) => number
}

const isWhole = ({ display }: GivenTrendQuestion) => (WHOLE_DISPLAYS as readonly string[]).includes(display)
const isCumulative = ({ display }: GivenTrendQuestion) => display === 'ActionsLineGraphCumulative'

/**
 * Implements docs/semantics/trends.md and breakdowns.md literally: returns every item of an answer, in order.
 */
export function trendItems(
  events: readonly GivenEvent[],
  asked: GivenTrendQuestion,
  project: GivenProject,
): DefinedItem[] {
  // A display of one value has no buckets, so its value is that of the range by the day. A box plot is a
  // trend of medians.
  const question: GivenTrendQuestion = {
    ...asked,
    ...(isWhole(asked) && { interval: 'day' }),
    ...(asked.display === 'BoxPlot' && {
      series: asked.series.map((one) => ({ ...one, math: 'median' as const })),
    }),
  }
  const { range, interval, calendar } = question
  const { properties, filterTestAccounts } = question
  const isCounted = (event: GivenEvent) =>
    question.series.some((one) => matches(one, event, calendar)) &&
    matches({ event: null, properties }, event, calendar) &&
    (!filterTestAccounts || matches({ event: null, properties: project.testAccountFilters }, event, calendar))
  const current = trendPeriod(rangeSinceFirst(range, events, isCounted, calendar), interval, calendar)
  const previous = previousPeriod(current, question)
  const periods = [current, ...(previous === null ? [] : [previous])].map(
    (period): Computed => ({
      period,
      buckets: bucketsOf(period),
      counted: question.series.map((one) =>
        countedEvents(events, one, question, project, period, breakdownOf(question)),
      ),
    }),
  )
  const lines = linesOf(question, project)
  const rows = lines.map((line) =>
    orderedRows(line, rowsOf(line, periods, question, project), periods, question),
  )
  return periods.flatMap((computed, place) =>
    lines.flatMap((line, i) =>
      (rows[i] ?? []).map((row) => ({
        ...itemOf(line, row, computed, question),
        label: labelOf(line, row, lines),
        ...(row !== null && { breakdown_value: row.breakdownValue }),
        ...(previous !== null && {
          compare: true as const,
          compare_label: place === 0 ? ('current' as const) : ('previous' as const),
        }),
      })),
    ),
  )
}

const labelOf = (line: Line, row: Row | null, { length }: readonly Line[]): string => {
  if (row === null || line.action === null) return line.name
  return length === 1 ? row.label : `${line.name} - ${row.label}`
}

function linesOf({ series, formulas }: GivenTrendQuestion, { actionName }: GivenProject): Line[] {
  const all = series.map((_, place) => place)
  if (formulas.length > 0)
    return formulas.map((formula, place) => ({
      action: null,
      name: formulaName(formulas.map(formulaText), place),
      series: all,
      value: (ofSeries) => formulaValue(formula, all.map(ofSeries)),
    }))
  const wordsOf = ({ event, anyOf }: GivenMatcher): string =>
    anyOf?.map(wordsOf).join(', ') ?? event ?? 'All events'
  return series.map((one, place) => ({
    action: place,
    name: one.action === undefined ? wordsOf(one) : actionName(place),
    series: [place],
    value: (ofSeries) => ofSeries(place),
  }))
}

/** Returns the name of a formula. Formulas with the same text are told apart by a letter for their index. */
function formulaName(texts: readonly string[], place: number): string {
  const text = texts[place] ?? ''
  const letter = texts.filter((one) => one === text).length > 1 ? ` (${'ABCDEFGHIJ'.charAt(place)})` : ''
  return `Formula (${text})${letter}`
}

/** Returns the breakdown that the display uses. */
function breakdownOf({ display, breakdown }: GivenTrendQuestion): GivenBreakdown | null {
  if (display === 'BoldNumber') return null
  if (display !== 'WorldMap' || breakdown !== null) return breakdown
  const parts = [{ type: 'event' as const, property: '$geoip_country_code' }]
  return { by: { parts, isList: false }, limit: null, hidesOther: false }
}

/** Returns the rows of a line. Without a breakdown there is one row, which is null. */
function rowsOf(
  line: Line,
  periods: readonly Computed[],
  question: GivenTrendQuestion,
  project: GivenProject,
): (Row | null)[] {
  const breakdown = breakdownOf(question)
  const [current] = periods
  if (breakdown === null || current === undefined) return [null]
  const [single] = line.series
  const first = question.series[single ?? 0]
  const isByNumber =
    line.action !== null &&
    first !== undefined &&
    (first.math === 'hogql' || (NUMBER_MATHS as readonly string[]).includes(first.math))
  const readIn = (computed: Computed) => line.series.flatMap((one) => readEvents(one, computed, question))
  return breakdownRows(
    breakdown,
    {
      all: periods.flatMap(readIn),
      current: line.series.flatMap((one) => {
        const read = new Set(readEvents(one, current, question))
        return (current.counted[one]?.ofPeriod ?? []).filter((event) => read.has(event))
      }),
      sizeOf: (events) =>
        isByNumber && first !== undefined ? mathValue(first, events, question.groupTypeIndex) : events.length,
      timezone: question.calendar.timezone,
    },
    question.display === 'WorldMap' ? 300 : 25,
    project,
  )
}

/** Returns the events that are counted in any number of a period, each once. */
function readEvents(series: number, computed: Computed, question: GivenTrendQuestion): GivenEvent[] {
  const counted = computed.counted[series]
  return [...new Set(cellsOf(computed, question).flatMap((cell) => counted?.in(cell) ?? []))]
}

function cellsOf({ buckets }: Computed, question: GivenTrendQuestion): Cell[] {
  if (isWhole(question)) return ['whole']
  return buckets.map((bucket) => (isCumulative(question) ? { until: bucket } : { bucket }))
}

/** "The rows": orders the rows by their number in the current period, the largest first. */
function orderedRows(
  line: Line,
  rows: readonly (Row | null)[],
  [current]: readonly Computed[],
  question: GivenTrendQuestion,
): (Row | null)[] {
  if (current === undefined) return []
  const numberOf = (row: Row | null) => {
    const { aggregated_value: whole, count } = itemOf(line, row, current, question)
    return whole ?? count
  }
  return rows
    .map((row) => ({ row, number: numberOf(row) }))
    .sort(
      (a, b) =>
        (a.row?.rank ?? 0) - (b.row?.rank ?? 0) ||
        b.number - a.number ||
        compareTexts(a.row?.label ?? '', b.row?.label ?? ''),
    )
    .map(({ row }) => row)
}

function itemOf(line: Line, row: Row | null, computed: Computed, question: GivenTrendQuestion) {
  const { action } = line
  const valueIn = (series: number, cell: Cell): number => {
    const [asked, counted] = [question.series[series], computed.counted[series]]
    if (asked === undefined || counted === undefined) throw new Error(`No series ${series}`)
    const events = counted.in(cell).filter((event) => row === null || row.has(event))
    return mathValue(asked, events, question.groupTypeIndex)
  }
  const values = cellsOf(computed, question).map((cell, place) =>
    line.value((series) => {
      const isAddedUp = action === null && isCumulative(question) && !isOfDifferent(question.series[series])
      if (!isAddedUp) return valueIn(series, cell)
      const soFar = computed.buckets.slice(0, place + 1)
      return soFar.reduce((sum, bucket) => sum + valueIn(series, { bucket }), 0)
    }),
  )
  if (isWhole(question))
    return {
      action,
      count: 0,
      data: [],
      days: [],
      labels: [],
      incomplete_days: [],
      aggregated_value: values[0] ?? 0,
    }
  const data = smoothed(values, question.smoothing)
  const { buckets } = computed
  const boxIn = (series: number, bucket: Bucket) => {
    const [asked, counted] = [question.series[series], computed.counted[series]]
    if (asked === undefined || counted === undefined) throw new Error(`No series ${series}`)
    const events = counted.in({ bucket }).filter((event) => row === null || row.has(event))
    return { day: bucket.day, label: bucket.label, ...boxOf(asked, events) }
  }
  return {
    action,
    count: isCumulative(question) ? (data.at(-1) ?? 0) : data.reduce((sum, one) => sum + one, 0),
    data,
    days: buckets.map(({ day }) => day),
    labels: buckets.map(({ label }) => label),
    incomplete_days: buckets.filter((bucket) => !bucket.isWhole).map(({ day }) => day),
    ...(question.display === 'BoxPlot' && {
      boxplot_data: buckets.map((bucket) => boxIn(action ?? Number.NaN, bucket)),
    }),
  }
}

/**
 * Implements docs/semantics/formulas.md, "Cumulative": returns whether the same actor, group or session can
 * be counted in several buckets.
 */
const isOfDifferent = (series: GivenTrendSeries | undefined) =>
  ['dau', 'weekly_active', 'monthly_active', 'unique_group', 'unique_session'].includes(series?.math ?? '')

/** Implements "Smoothing". */
function smoothed(values: readonly number[], intervals: number): readonly number[] {
  if (intervals === 1) return values
  return values.map((_, i) => {
    const window = values.slice(Math.max(0, i - intervals + 1), i + 1)
    return window.reduce((sum, one) => sum + one, 0) / window.length
  })
}
