import { bound, type Fragment, sql, text } from '#fragments/fragment.ts'
import { finite } from '#fragments/number-in-text.ts'
import { isOfTime } from '#hogql/expression.ts'
import { minuteOf } from '#hogql/reads-time.ts'
import {
  at,
  type FunctionDefinition,
  type FunctionTable,
  literalOf,
  type Place,
  plain,
  wholeOf,
} from './definition.ts'
import { AMOUNT, type TimeUnit, UNIT, unitAt } from './time-unit.ts'

const zone = (place: Place) => text(place.timeZone)
const day = (of: Fragment) => sql`toDate32(${of})`

const part = (of: (time: Fragment) => Fragment): FunctionDefinition =>
  plain(['time'], 'number', (args) => sql`toFloat64(${of(at(args, 0))})`)

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

/**
 * The number of whole units between two instants. {@link DIFFERENCES} is another number: it counts how
 * often a unit began between the instants.
 */
const AGES: Readonly<Record<TimeUnit, (a: Fragment, b: Fragment) => Fragment>> = {
  second: (a, b) => sql`age('second', ${a}, ${b})`,
  minute: (a, b) => sql`age('minute', ${a}, ${b})`,
  hour: (a, b) => sql`age('hour', ${a}, ${b})`,
  day: (a, b) => sql`age('day', ${a}, ${b})`,
  week: (a, b) => sql`age('week', ${a}, ${b})`,
  month: (a, b) => sql`age('month', ${a}, ${b})`,
  quarter: (a, b) => sql`age('quarter', ${a}, ${b})`,
  year: (a, b) => sql`age('year', ${a}, ${b})`,
}

const now = (place: Place) =>
  sql`toTimeZone(fromUnixTimestamp64Milli(${bound('Int64', minuteOf(place.nowMs))}), ${zone(place)})`

// The number of seconds is clamped, because the engine fails for a sum far beyond its range, but not for
// one slightly beyond it.
const milliseconds = (seconds: Fragment) =>
  sql`accurateCastOrNull(round(clamp(${finite(seconds)}, -1e11, 1e11) * 1000), 'Int64')`

/**
 * Functions of dates. Days, weeks and hours are in the project's time zone, or in the zone that
 * `toTimeZone` gave to an instant.
 */
export const DATE_FUNCTIONS: FunctionTable = {
  now: plain([], 'time', (_, __, place) => now(place)),
  today: plain([], 'day', (_, __, place) => day(now(place))),
  toDate: plain(['day'], 'day', (args) => at(args, 0)),
  toDateTime: plain(['time'], 'time', (args) => at(args, 0)),
  /** The operators + and - with an interval. A day stays a day unless the unit is shorter than a day. */
  addInterval: plain(['date', AMOUNT, UNIT], 'same', (args, nodes) =>
    ADDITIONS[unitAt(nodes, 2)](at(args, 0), wholeOf(Number(literalOf(nodes, 1)))),
  ),
  /** The operators + and - for a day and a number of days, or for an instant and a number of seconds. */
  addNumber: plain(
    ['date', 'number'],
    'same',
    ([date, number], nodes) =>
      isOfTime(at(nodes, 0))
        ? sql`addMilliseconds(${at([date], 0)}, ${milliseconds(at([number], 0))})`
        : sql`addDays(${at([date], 0)}, accurateCastOrNull(trunc(${at([number], 0)}), 'Int32'))`,
    { nulls: 'always' },
  ),
  /** The operator - for two instants. */
  secondsBetween: plain(
    ['time', 'time'],
    'number',
    (args) => sql`((toUnixTimestamp64Milli(${at(args, 0)}) - toUnixTimestamp64Milli(${at(args, 1)})) / 1000)`,
  ),
  toTimeZone: plain(
    ['time', { literal: 'zone' }],
    'time',
    (args) => sql`toTimeZone(${at(args, 0)}, ${at(args, 1)})`,
  ),
  dateDiff: plain(
    [UNIT, 'time', 'time'],
    'number',
    (args, nodes) => sql`toFloat64(${DIFFERENCES[unitAt(nodes, 0)](at(args, 1), at(args, 2))})`,
  ),
  toYear: part((a) => sql`toYear(${a})`),
  toQuarter: part((a) => sql`toQuarter(${a})`),
  toMonth: part((a) => sql`toMonth(${a})`),
  toISOWeek: part((a) => sql`toISOWeek(${a})`),
  toISOYear: part((a) => sql`toISOYear(${a})`),
  toDayOfYear: part((a) => sql`toDayOfYear(${a})`),
  toDayOfMonth: part((a) => sql`toDayOfMonth(${a})`),
  toDayOfWeek: part((a) => sql`toDayOfWeek(${a})`),
  toHour: part((a) => sql`toHour(${a})`),
  toMinute: part((a) => sql`toMinute(${a})`),
  toSecond: part((a) => sql`toSecond(${a})`),
  toYYYYMMDDhhmmss: part((a) => sql`toYYYYMMDDhhmmss(${a})`),
  toYYYYMM: part((a) => sql`toYYYYMM(${a})`),
  toYYYYMMDD: part((a) => sql`toYYYYMMDD(${a})`),
  toUnixTimestamp64Milli: part((a) => sql`toUnixTimestamp64Milli(${a})`),
  fromUnixTimestamp64Milli: plain(
    ['number'],
    'time',
    (args, _, place) =>
      sql`fromUnixTimestamp64Milli(accurateCastOrNull(floor(${at(args, 0)}), 'Int64'), ${zone(place)})`,
    { nulls: 'always' },
  ),
  monthName: plain(['time'], 'text', (args) => sql`monthName(${at(args, 0)})`),
  age: plain(
    [UNIT, 'time', 'time'],
    'number',
    (args, nodes) => sql`toFloat64(${AGES[unitAt(nodes, 0)](at(args, 1), at(args, 2))})`,
  ),
  // The engine's own function accepts no instant before 1970.
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
