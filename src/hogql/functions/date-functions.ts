import { HOGQL_LIMITS } from '#hogql/limits.ts'
import { minuteOf } from '#hogql/reads-time.ts'
import { hasUnevenHours } from '#query/zone-offsets.ts'
import { bound, type Fragment, sql, text } from '#sql/fragment.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  type Place,
  plain,
  textOf,
  wholeOf,
} from './definition.ts'

const zone = (place: Place) => text(place.timeZone)
/** An instant of any type of the engine in the type that all instants have. */
const instant = (of: Fragment, place: Place) => sql`toDateTime64(${of}, 3, ${zone(place)})`
const day = (of: Fragment) => sql`toDate32(${of})`

const part = (of: (time: Fragment) => Fragment): FunctionDefinition =>
  plain(['time'], 'number', (args) => sql`toFloat64(${of(at(args, 0))})`)
const startOf = (of: (time: Fragment, place: Place) => Fragment): FunctionDefinition =>
  plain(['time'], 'time', (args, _, place) => instant(of(at(args, 0), place), place))
const firstDayOf = (of: (time: Fragment) => Fragment): FunctionDefinition =>
  plain(['time'], 'day', (args) => day(of(at(args, 0))))

/**
 * The start of an hour that may last 30 or 90 minutes, as the buckets of a trend have it. The engine (ClickHouse 26.7.2.1) gives 01:30
 * on nights of Lord Howe. `h` is the start if the clocks did not change since; else they show another hour or a part of one there.
 */
const startOfUnevenHour = (a: Fragment) => sql`arrayMap(t -> arrayMap(h -> multiIf(
  toMinute(h) = 0, h,
  toHour(h) = toHour(t), addMinutes(h, -toMinute(h)),
  addMinutes(h, 60 - toMinute(h))
), [addMinutes(toStartOfMinute(t), -toMinute(t))])[1], [${a}])[1]`

const STARTS = {
  second: (a: Fragment) => sql`toStartOfSecond(${a})`,
  minute: (a: Fragment) => sql`toStartOfMinute(${a})`,
  hour: (a: Fragment, { timeZone }: Place) =>
    hasUnevenHours(timeZone) ? startOfUnevenHour(a) : sql`toStartOfHour(${a})`,
  day: (a: Fragment) => sql`toStartOfDay(${a})`,
  week: (a: Fragment) => sql`toStartOfWeek(${a}, 1)`,
  month: (a: Fragment) => sql`toStartOfMonth(${a})`,
  quarter: (a: Fragment) => sql`toStartOfQuarter(${a})`,
  year: (a: Fragment) => sql`toStartOfYear(${a})`,
} as const
export type TimeUnit = keyof typeof STARTS
export const TIME_UNITS = Object.keys(STARTS) as readonly TimeUnit[]
const UNIT = { literal: 'choice', choices: TIME_UNITS } as const
export const AMOUNT = {
  literal: 'whole',
  least: -HOGQL_LIMITS.wholeNumber,
  most: HOGQL_LIMITS.wholeNumber,
} as const

const ADDITIONS: Readonly<Record<TimeUnit, (a: Fragment, amount: Fragment) => Fragment>> = {
  second: (a, amount) => sql`addSeconds(${a}, ${amount})`,
  minute: (a, amount) => sql`addMinutes(${a}, ${amount})`,
  hour: (a, amount) => sql`addHours(${a}, ${amount})`,
  day: (a, amount) => sql`addDays(${a}, ${amount})`,
  week: (a, amount) => sql`addWeeks(${a}, ${amount})`,
  month: (a, amount) => sql`addMonths(${a}, ${amount})`,
  quarter: (a, amount) => sql`addQuarters(${a}, ${amount})`,
  year: (a, amount) => sql`addYears(${a}, ${amount})`,
}
const unitOf = (nodes: Parameters<FunctionDefinition['sql']>[1], index: number) =>
  textOf(nodes, index) as TimeUnit

const DIFFERENCES: Readonly<Record<TimeUnit, (a: Fragment, b: Fragment) => Fragment>> = {
  second: (a, b) => sql`dateDiff('second', ${a}, ${b})`,
  minute: (a, b) => sql`dateDiff('minute', ${a}, ${b})`,
  hour: (a, b) => sql`dateDiff('hour', ${a}, ${b})`,
  day: (a, b) => sql`dateDiff('day', ${a}, ${b})`,
  week: (a, b) => sql`dateDiff('week', ${a}, ${b})`,
  month: (a, b) => sql`dateDiff('month', ${a}, ${b})`,
  quarter: (a, b) => sql`dateDiff('quarter', ${a}, ${b})`,
  year: (a, b) => sql`dateDiff('year', ${a}, ${b})`,
}

/** Odd modes of the engine have weeks from Monday, even ones from Sunday. */
const WEEK_MODE = { literal: 'whole', least: 0, most: 9 } as const
const isFromMonday = (nodes: Parameters<FunctionDefinition['sql']>[1], place: Place) =>
  (nodes.length > 1 ? Number(literalOf(nodes, 1)) % 2 : place.weekStartDay) === 1

const now = (place: Place) =>
  sql`toTimeZone(fromUnixTimestamp64Milli(${bound('Int64', minuteOf(place.nowMs))}), ${zone(place)})`

/** Days, weeks and hours are those of the project's time zone. Weeks begin on Monday, those of `toStartOfWeek` as in insights. */
export const DATE_FUNCTIONS: FunctionTable = {
  now: plain([], 'time', (_, __, place) => now(place)),
  today: plain([], 'day', (_, __, place) => day(now(place))),
  toDate: plain(['day'], 'day', (args) => at(args, 0)),
  toDateTime: plain(['time'], 'time', (args) => at(args, 0)),
  toStartOfSecond: startOf(STARTS.second),
  toStartOfMinute: startOf(STARTS.minute),
  toStartOfFiveMinutes: startOf((a) => sql`toStartOfFiveMinutes(${a})`),
  toStartOfTenMinutes: startOf((a) => sql`toStartOfTenMinutes(${a})`),
  toStartOfFifteenMinutes: startOf((a) => sql`toStartOfFifteenMinutes(${a})`),
  toStartOfHour: startOf(STARTS.hour),
  toStartOfDay: startOf(STARTS.day),
  toStartOfWeek: plain(
    ['time'],
    'day',
    (args, nodes, place) =>
      day(
        isFromMonday(nodes, place)
          ? sql`toStartOfWeek(${at(args, 0)}, 1)`
          : sql`toStartOfWeek(${at(args, 0)}, 0)`,
      ),
    { optional: [WEEK_MODE] },
  ),
  toMonday: firstDayOf(STARTS.week),
  toStartOfMonth: firstDayOf(STARTS.month),
  toStartOfQuarter: firstDayOf(STARTS.quarter),
  toStartOfYear: firstDayOf(STARTS.year),
  dateTrunc: plain([UNIT, 'time'], 'time', (args, nodes, place) =>
    instant(STARTS[unitOf(nodes, 0)](at(args, 1), place), place),
  ),
  /** The operators + and - with an interval. A day stays a day unless the unit is shorter. */
  addInterval: plain(['date', AMOUNT, UNIT], 'same', (args, nodes) =>
    ADDITIONS[unitOf(nodes, 2)](at(args, 0), wholeOf(Number(literalOf(nodes, 1)))),
  ),
  dateDiff: plain(
    [UNIT, 'time', 'time'],
    'number',
    (args, nodes) => sql`toFloat64(${DIFFERENCES[unitOf(nodes, 0)](at(args, 1), at(args, 2))})`,
  ),
  toYear: part((a) => sql`toYear(${a})`),
  toQuarter: part((a) => sql`toQuarter(${a})`),
  toMonth: part((a) => sql`toMonth(${a})`),
  toISOWeek: part((a) => sql`toISOWeek(${a})`),
  toDayOfYear: part((a) => sql`toDayOfYear(${a})`),
  toDayOfMonth: part((a) => sql`toDayOfMonth(${a})`),
  toDayOfWeek: part((a) => sql`toDayOfWeek(${a})`),
  toHour: part((a) => sql`toHour(${a})`),
  toMinute: part((a) => sql`toMinute(${a})`),
  toSecond: part((a) => sql`toSecond(${a})`),
  toYYYYMM: part((a) => sql`toYYYYMM(${a})`),
  toYYYYMMDD: part((a) => sql`toYYYYMMDD(${a})`),
  // The engine's own function takes no instant before 1970.
  toUnixTimestamp: part((a) => sql`floor(toUnixTimestamp64Milli(${a}) / 1000)`),
  fromUnixTimestamp: plain(
    ['number'],
    'time',
    (args, _, place) =>
      sql`fromUnixTimestamp64Milli(accurateCastOrNull(floor(${at(args, 0)} * 1000), 'Int64'), ${zone(place)})`,
    { nulls: 'always' },
  ),
  formatDateTime: plain(
    ['time', { literal: 'format' }],
    'text',
    (args) => sql`formatDateTime(${at(args, 0)}, ${at(args, 1)})`,
  ),
}
