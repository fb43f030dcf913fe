import { Temporal } from 'temporal-polyfill'
import { quoted } from '#contract/nearest-name.ts'
import { invalid } from '#shared/request-error.ts'

/** The project's time zone and first day of the week, and the instant of the question. */
export interface Calendar {
  /** IANA name of the project's time zone. */
  readonly timezone: string
  /** First day of a week: 0 is Sunday, 1 is Monday. */
  readonly weekStartDay: 0 | 1
  readonly nowMs: number
}

/** A date, and how precise its text is. */
export interface DateInText {
  readonly at: Temporal.ZonedDateTime
  /**
   * The day that is written in the text. If the zone left this day out, `at` is the start of the day after
   * it.
   */
  readonly date: Temporal.PlainDate
  /** Whether the text has no time of day: `2026-11-20`, `-7d`, `mStart`. */
  readonly isWholeDay: boolean
  /** Unit of a relative date in hours, minutes or seconds (`-24h`, `hStart`); null for any other date. */
  readonly clockUnit: ClockUnit | null
}

/** Letter of hour, minute or second. */
export type ClockUnit = 'h' | 'M' | 's'

type Position = 'Start' | 'End' | undefined
const RELATIVE = /^-?(?:(\d{1,5}))?([hdwmqyMs])(Start|End)?$/
const ABSOLUTE =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/

const DURATIONS = {
  h: (n: number) => ({ hours: n }),
  d: (n: number) => ({ days: n }),
  w: (n: number) => ({ weeks: n }),
  m: (n: number) => ({ months: n }),
  q: (n: number) => ({ weeks: 13 * n }),
  y: (n: number) => ({ years: n }),
  M: (n: number) => ({ minutes: n }),
  s: (n: number) => ({ seconds: n }),
} as const
type Unit = keyof typeof DURATIONS
/** Names of the units by their letter in relative dates. A quarter is 13 weeks. */
export const UNIT_NAMES = {
  h: 'hour',
  d: 'day',
  w: 'week',
  m: 'month',
  q: 'quarter',
  y: 'year',
  M: 'minute',
  s: 'second',
} as const satisfies Readonly<Record<Unit, string>>
/** The forms in which a date can be written. `{unit}` stands for the letter of a unit. */
export const DATE_FORMS = {
  absolute: ['YYYY-MM-DD', 'YYYY-MM-DDThh:mm', 'YYYY-MM-DDThh:mm:ss', 'YYYY-MM-DDThh:mm:ssZ'],
  relative: ['-{n}{unit}', '-{n}{unit}Start', '-{n}{unit}End', '{unit}Start', '{unit}End'],
} as const

/**
 * Parses a span of time in the grammar of relative dates: `-1w`, `-14d`, `-1m`.
 * @throws RequestError for any other text.
 */
export function parseSpan(value: string, attr: string): Temporal.DurationLikeObject {
  const [, count, unit, position] = RELATIVE.exec(value.trim()) ?? []
  if (count !== undefined && unit !== undefined && position === undefined)
    return DURATIONS[unit as Unit](Number(count))
  throw invalid('invalid_input', `${quoted(value)} is not a span of time: use -1d, -1w, -1m or -1y.`, attr)
}

// Whether a text is a date does not depend on the time zone or the time.
const ANY_CALENDAR: Calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: 0 }

/** Refuses a text that is not a date in any project. @throws RequestError */
export const requireDate = (value: string, attr: string): void => void parseDate(value, ANY_CALENDAR, attr)

/**
 * Parses a date in the grammar of the interface: `YYYY-MM-DD`, optionally with a time and an offset, or a
 * relative date (`-7d`, `-1mStart`, `yStart`; `m` is months, `M` minutes). Without an offset it is in the
 * project's time zone.
 * @throws RequestError for anything else, and for days that do not exist.
 */
export function parseDate(value: string, calendar: Calendar, attr: string): DateInText {
  const text = value.trim()
  try {
    const relative = RELATIVE.exec(text)
    if (relative !== null) return parseRelative(relative, calendar)
    const absolute = ABSOLUTE.exec(text)
    if (absolute !== null) return parseAbsolute(absolute, calendar)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  throw invalid(
    'invalid_input',
    `${quoted(value)} is not a date: use YYYY-MM-DD or a relative date such as -7d.`,
    attr,
  )
}

function parseRelative([, count, unit, position]: RegExpExecArray, calendar: Calendar): DateInText {
  const letter = unit as Unit
  const now = Temporal.Instant.fromEpochMilliseconds(calendar.nowMs).toZonedDateTimeISO(calendar.timezone)
  const moved = now.subtract(DURATIONS[letter](Number(count ?? 0)))
  const at = moveTo(moved, letter, position as Position, calendar.weekStartDay)
  const clockUnit = isClockUnit(letter) ? letter : null
  return { at, date: at.toPlainDate(), isWholeDay: clockUnit === null, clockUnit }
}

/** Returns the unit of a relative date in hours, minutes or seconds; null for any other text. */
export function clockUnitOf(text: string): ClockUnit | null {
  const [, , unit] = RELATIVE.exec(text.trim()) ?? []
  return unit !== undefined && isClockUnit(unit as Unit) ? (unit as ClockUnit) : null
}

const isClockUnit = (unit: Unit): unit is ClockUnit => unit === 'h' || unit === 'M' || unit === 's'

function moveTo(
  at: Temporal.ZonedDateTime,
  unit: Unit,
  position: Position,
  weekStartDay: 0 | 1,
): Temporal.ZonedDateTime {
  if (position === undefined) return at
  const start = startOf(at, unit, weekStartDay)
  return position === 'Start' ? start : startOfNext(start, unit).subtract({ milliseconds: 1 })
}

/** Returns the start of the second, minute, hour, day, week, month, quarter or year that contains `at`. */
export function startOf(at: Temporal.ZonedDateTime, unit: Unit, weekStartDay: 0 | 1): Temporal.ZonedDateTime {
  switch (unit) {
    case 's':
    case 'M':
    case 'h':
      return startOfClock(at, UNIT_NAMES[unit])
    case 'd':
      return at.startOfDay()
    case 'w':
      return at
        .toPlainDate()
        .subtract({ days: (at.dayOfWeek - weekStartDay) % 7 })
        .toZonedDateTime(at.timeZoneId)
    case 'm':
      return at.toPlainDate().with({ day: 1 }).toZonedDateTime(at.timeZoneId)
    case 'q':
      return at
        .toPlainDate()
        .with({ day: 1, month: at.month - ((at.month - 1) % 3) })
        .toZonedDateTime(at.timeZoneId)
    case 'y':
      return at.toPlainDate().with({ day: 1, month: 1 }).toZonedDateTime(at.timeZoneId)
  }
}

// If the clocks jump over the start of a unit, the unit begins at the instant of the jump. The rounded
// start, which the clocks do not show, is read as a later time. This later time can be after `at` only in
// Monrovia in 1972, when the clocks went from 00:00:00 to 00:44:30.
function startOfClock(
  at: Temporal.ZonedDateTime,
  smallestUnit: 'second' | 'minute' | 'hour',
): Temporal.ZonedDateTime {
  const start = at.round({ smallestUnit, roundingMode: 'floor' })
  if (Temporal.ZonedDateTime.compare(start, at) <= 0) return start
  return at.add({ nanoseconds: 1 }).getTimeZoneTransition('previous') ?? at
}

const CALENDAR_STEPS = {
  d: { days: 1 },
  w: { weeks: 1 },
  m: { months: 1 },
  q: { months: 3 },
  y: { years: 1 },
} as const

/**
 * Returns the start of the next unit. `start` must be the start of a unit. Days and longer units are steps
 * of the calendar. Each of them begins at its own midnight, even if the clocks have changed since `start`,
 * and even if the day of `start` began later than midnight.
 */
export function startOfNext(start: Temporal.ZonedDateTime, unit: Unit): Temporal.ZonedDateTime {
  if (isClockUnit(unit)) return nextOfClock(start, unit)
  return start.toPlainDate().add(CALENDAR_STEPS[unit]).toZonedDateTime(start.timeZoneId)
}

// If the clocks change by half an hour, one hour has 30 or 90 minutes, and the hour after it has 60 again.
function nextOfClock(start: Temporal.ZonedDateTime, unit: ClockUnit): Temporal.ZonedDateTime {
  const next = startOf(start.add(DURATIONS[unit](1)), unit, 0)
  return Temporal.ZonedDateTime.compare(next, start) > 0
    ? next
    : startOf(start.add(DURATIONS[unit](2)), unit, 0)
}

function parseAbsolute(parts: RegExpExecArray, calendar: Calendar): DateInText {
  const [, year, month, day, hour, minute, second, fraction, offset] = parts
  const date = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
  if (hour === undefined) {
    const day = Temporal.PlainDate.from(date, { overflow: 'reject' })
    const at = day.toZonedDateTime(calendar.timezone)
    return { at, date: day, isWholeDay: true, clockUnit: null }
  }
  const written = `${date}T${hour}:${minute}:${second ?? '00'}.${fraction ?? '0'}`
  const at =
    offset === undefined
      ? Temporal.PlainDateTime.from(written, { overflow: 'reject' }).toZonedDateTime(calendar.timezone)
      : Temporal.Instant.from(`${written}${offset}`).toZonedDateTimeISO(calendar.timezone)
  return { at, date: at.toPlainDate(), isWholeDay: false, clockUnit: null }
}
