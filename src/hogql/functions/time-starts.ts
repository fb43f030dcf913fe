import { type Fragment, sql, text } from '#fragments/fragment.ts'
import { type HogqlNode, ownNodesIn } from '#hogql/expression.ts'
import { areMinutesWhole, hasUnevenHours } from '#values/zone-offsets.ts'
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
import { AMOUNT, type TimeUnit, UNIT, unitAt } from './time-unit.ts'

const day = (of: Fragment) => sql`toDate32(${of})`

/**
 * Returns the name of the zone in which an instant is shown. Null for a column of a query, because only the
 * engine knows the zone of such a column.
 */
function zoneOf(node: HogqlNode, place: Place): string | null {
  const parts = ownNodesIn(node)
  const moved = parts.find((part) => part.kind === 'call' && part.name === 'toTimeZone')
  if (moved?.kind === 'call') return textOf(moved.args, 1)
  const isOfQuery = parts.some(
    (part) => part.kind === 'ref' && part.of.kind === 'column' && /^\d/.test(part.of.name),
  )
  return isOfQuery ? null : place.timeZone
}

/**
 * Converts an instant of any type of the engine to the type that all instants have. A day begins in `zone`.
 */
const instant = (of: Fragment, zone: string) => sql`toDateTime64(${of}, 3, ${text(zone)})`

/**
 * Returns the start of an hour that may last 30 or 90 minutes, as in the buckets of a trend. The engine's
 * own function (ClickHouse 26.7.2.1) returns 01:30 in the nights when the clocks of Lord Howe change. `h`
 * is the instant that would be the start if the clocks had not changed. If they have changed since then,
 * they show another hour, or a part of an hour, at `h`.
 */
const startOfUnevenHour = (a: Fragment) => sql`arrayMap(t -> arrayMap(h -> multiIf(
  toMinute(h) = 0, h,
  toHour(h) = toHour(t), addMinutes(h, -toMinute(h)),
  addMinutes(h, 60 - toMinute(h))
), [addMinutes(toStartOfMinute(t), -toMinute(t))])[1], [${a}])[1]`

/**
 * Returns the start of an interval of minutes. The engine's own function (ClickHouse 26.7.2.1) counts
 * minutes in UTC: in Kathmandu, which is 5 hours and 45 minutes ahead, its intervals of ten minutes begin
 * at 05:05.
 */
const startOfMinutes = (a: Fragment, count: number, zone: string | null) =>
  zone !== null && areMinutesWhole(zone, count)
    ? sql`toStartOfInterval(${a}, toIntervalMinute(${wholeOf(count)}))`
    : sql`arrayMap(t -> addMinutes(toStartOfMinute(t), -(toMinute(t) % ${wholeOf(count)})), [${a}])[1]`

/** The starts of the units whose start is an instant. */
const INSTANTS: Partial<Record<TimeUnit, (a: Fragment, zone: string | null) => Fragment>> = {
  second: (a) => sql`toStartOfSecond(${a})`,
  minute: (a) => sql`toStartOfMinute(${a})`,
  hour: (a, zone) =>
    zone !== null && hasUnevenHours(zone) ? startOfUnevenHour(a) : sql`toStartOfHour(${a})`,
  day: (a) => sql`toStartOfDay(${a})`,
}
const DAYS: Partial<Record<TimeUnit, (a: Fragment) => Fragment>> = {
  week: (a) => sql`toStartOfWeek(${a}, 1)`,
  month: (a) => sql`toStartOfMonth(${a})`,
  quarter: (a) => sql`toStartOfQuarter(${a})`,
  year: (a) => sql`toStartOfYear(${a})`,
}

// Converts an instant. If no zone is given, the instant keeps its own zone.
const kept = (of: Fragment, zone: string | null) =>
  zone === null ? sql`toDateTime64(${of}, 3)` : instant(of, zone)

/** Returns the start of a unit as an instant. The start of a day is its first instant. */
function startOfUnit(unit: TimeUnit, a: Fragment, zone: string | null): Fragment {
  const ofInstant = INSTANTS[unit]
  if (ofInstant !== undefined) return kept(ofInstant(a, zone), zone)
  const ofDay = at([DAYS[unit]], 0)
  return zone === null
    ? sql`arrayMap(t -> toDateTime64(${ofDay(sql`t`)}, 3, timezoneOf(t)), [${a}])[1]`
    : instant(ofDay(a), zone)
}

const startOf = (of: (time: Fragment, zone: string | null) => Fragment): FunctionDefinition =>
  plain(['time'], 'time', (args, nodes, place) => {
    const zone = zoneOf(at(nodes, 0), place)
    return kept(of(at(args, 0), zone), zone)
  })
const startOfEach = (unit: TimeUnit): FunctionDefinition =>
  plain(['time'], 'time', (args, nodes, place) => startOfUnit(unit, at(args, 0), zoneOf(at(nodes, 0), place)))
const firstDayOf = (unit: TimeUnit): FunctionDefinition =>
  plain(['time'], 'day', (args) => day(at([DAYS[unit]], 0)(at(args, 0))))

/** The engine's modes of weeks: weeks begin on Monday in odd modes, and on Sunday in even ones. */
const WEEK_MODE = { literal: 'whole', least: 0, most: 9 } as const
const isFromMonday = (nodes: readonly HogqlNode[], place: Place) =>
  (nodes.length > 1 ? Number(literalOf(nodes, 1)) % 2 : place.weekStartDay) === 1

/**
 * Starts of intervals of several units, for units whose intervals begin with an instant. Hours are counted
 * from midnight, and days from 1 January 1970.
 */
const SEVERAL_INSTANTS: Partial<
  Record<TimeUnit, (a: Fragment, count: number, zone: string | null) => Fragment>
> = {
  second: (a, count) => sql`toStartOfInterval(${a}, toIntervalSecond(${wholeOf(count)}))`,
  minute: startOfMinutes,
  hour: (a, count) => sql`toStartOfInterval(${a}, toIntervalHour(${wholeOf(count)}))`,
  day: (a, count) => sql`toStartOfInterval(${a}, toIntervalDay(${wholeOf(count)}))`,
}

// The engine counts weeks from Monday. If weeks begin on Sunday, it gets the following day, and a day is
// subtracted from the start that it returns.
const severalWeeks = (a: Fragment, count: Fragment, { weekStartDay }: Place) =>
  weekStartDay === 1
    ? sql`toStartOfInterval(${a}, toIntervalWeek(${count}))`
    : sql`addDays(toStartOfInterval(addDays(toDate32(${a}), 1), toIntervalWeek(${count})), -1)`

/** Starts of intervals of several units, for units whose intervals begin with a day. */
const SEVERAL_DAYS: Partial<Record<TimeUnit, (a: Fragment, count: Fragment, place: Place) => Fragment>> = {
  week: severalWeeks,
  month: (a, count) => sql`toStartOfInterval(${a}, toIntervalMonth(${count}))`,
  quarter: (a, count) => sql`toStartOfInterval(${a}, toIntervalQuarter(${count}))`,
  year: (a, count) => sql`toStartOfInterval(${a}, toIntervalYear(${count}))`,
}

const countAt = (nodes: readonly HogqlNode[]) => Number(literalOf(nodes, 1))

/**
 * Functions for the starts of units and intervals. Weeks begin on Monday, except in `toStartOfWeek`, in
 * which they begin as in insights.
 */
export const TIME_STARTS: FunctionTable = {
  toStartOfSecond: startOfEach('second'),
  toStartOfMinute: startOfEach('minute'),
  toStartOfFiveMinutes: startOf((a) => sql`toStartOfFiveMinutes(${a})`),
  toStartOfTenMinutes: startOf((a, zone) => startOfMinutes(a, 10, zone)),
  toStartOfFifteenMinutes: startOf((a) => sql`toStartOfFifteenMinutes(${a})`),
  toStartOfHour: startOfEach('hour'),
  toStartOfDay: startOfEach('day'),
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
  toMonday: firstDayOf('week'),
  toStartOfMonth: firstDayOf('month'),
  toStartOfQuarter: firstDayOf('quarter'),
  toStartOfYear: firstDayOf('year'),
  toStartOfISOYear: plain(['time'], 'day', (args) => day(sql`toStartOfISOYear(${at(args, 0)})`)),
  toLastDayOfMonth: plain(['time'], 'day', (args) => day(sql`toLastDayOfMonth(${at(args, 0)})`)),
  timeSlot: startOf((a, zone) => startOfMinutes(a, 30, zone)),
  dateTrunc: plain([UNIT, 'time'], 'time', (args, nodes, place) =>
    startOfUnit(unitAt(nodes, 0), at(args, 1), zoneOf(at(nodes, 1), place)),
  ),
  /** `toStartOfInterval` for several seconds, minutes, hours or days. */
  startOfInterval: plain(['time', AMOUNT, UNIT], 'time', (args, nodes, place) => {
    const zone = zoneOf(at(nodes, 0), place)
    return kept(at([SEVERAL_INSTANTS[unitAt(nodes, 2)]], 0)(at(args, 0), countAt(nodes), zone), zone)
  }),
  /** `toStartOfInterval` for several weeks, months, quarters or years. */
  firstDayOfInterval: plain(['time', AMOUNT, UNIT], 'day', (args, nodes, place) =>
    day(at([SEVERAL_DAYS[unitAt(nodes, 2)]], 0)(at(args, 0), wholeOf(countAt(nodes)), place)),
  ),
}
