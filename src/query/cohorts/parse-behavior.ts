import { z } from 'zod'
import { NO_RESTRICTION } from '#query/filter.ts'
import { LIMITS } from '#query/limits.ts'
import { OF_EVENTS, parseFilters } from '#query/parse-filters.ts'
import { WINDOW_UNIT_SECONDS } from '#query/window-units.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { parseValue } from '#shared/parse-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { type Calendar, parseDate, requireDate } from '#values/date-text.ts'
import { type Behavior, type BehaviorFilter, COMPARISONS, type Deed } from './cohort.ts'

const KINDS = [
  'performed_event',
  'performed_event_multiple',
  'performed_event_first_time',
  'stopped_performing_event',
  'restarted_performing_event',
  'performed_event_regularly',
  'performed_event_sequence',
] as const

/** Letters of the intervals in the grammar of dates. */
const LETTERS = { minute: 'M', hour: 'h', day: 'd', week: 'w', month: 'm', year: 'y' } as const
const Interval = z.enum(Object.keys(LETTERS) as (keyof typeof LETTERS)[])

/** Accepts a whole number, or its text, because forms send numbers as text. */
const whole = (least: number, most: number) =>
  z
    .union([z.number(), z.string().regex(/^\d+$/, 'A valid integer is required.').transform(Number)])
    .pipe(z.number().int('A valid integer is required.').min(least).max(most))
const MOST_UNITS = 99_999
const MOST_PERIODS = 100
const MOST_TIMES = 1_000_000_000

// `eq` is the older name of `exact`.
const Operator = z
  .enum([...COMPARISONS, 'eq'])
  .transform((operator) => (operator === 'eq' ? 'exact' : operator))

/** The name of an event, or the id of an action. */
const EventOrAction = z.union([z.string().min(1).max(LIMITS.textLength), z.int().min(1)])
const DeedType = z.enum(['events', 'actions'])

/**
 * A condition on behaviour as it is sent. Each kind of behaviour reads only some of the fields. The others
 * may be left over from a form, and have no effect.
 */
const Leaf = z.strictObject({
  type: z.literal('behavioral'),
  value: z.string(),
  key: EventOrAction,
  event_type: DeedType.nullish(),
  event_filters: z.unknown().optional(),
  negation: z.boolean().nullish(),
  time_value: whole(1, MOST_UNITS).nullish(),
  time_interval: Interval.nullish(),
  explicit_datetime: z.string().max(100).nullish(),
  explicit_datetime_to: z.string().max(100).nullish(),
  operator: Operator.nullish(),
  operator_value: whole(0, MOST_TIMES).nullish(),
  seq_time_value: whole(1, MOST_UNITS).nullish(),
  seq_time_interval: Interval.nullish(),
  seq_event: z.unknown().optional(),
  seq_event_type: z.unknown().optional(),
  total_periods: whole(1, MOST_PERIODS).nullish(),
  min_periods: whole(1, MOST_PERIODS).nullish(),
  // Clients send these fields back as they received them from other servers.
  label: z.unknown().optional(),
  bytecode: z.unknown().optional(),
  bytecode_error: z.unknown().optional(),
  conditionHash: z.unknown().optional(),
})
type Leaf = z.output<typeof Leaf>

/** Parses a condition on the events of a person. @throws RequestError that names the malformed field. */
export function parseBehavior(value: unknown, path: Path): BehaviorFilter {
  const leaf = parseValue(Leaf, value, path)
  const kind = KINDS.find((one) => one === leaf.value)
  if (kind === undefined)
    throw notSupported(`The behaviour '${leaf.value}' (use ${KINDS.join(', ')})`, attrOf([...path, 'value']))
  const behavior = behaviorOf(kind, leaf, path)
  checkOrder(behavior, path)
  const properties = parseFilters(leaf.event_filters, [...path, 'event_filters'], OF_EVENTS)
  return {
    kind: 'filter',
    on: 'behavior',
    deed: { ...selectionOf(leaf.key, leaf.event_type, path, 'key', 'event_type'), properties },
    behavior,
    isNegated: leaf.negation === true,
  }
}

/**
 * Returns the event or the action that a condition is about. `key` and `type` are the values of the fields
 * `keyName` and `typeName`.
 */
function selectionOf(
  key: Leaf['key'],
  type: Leaf['event_type'],
  path: Path,
  keyName: string,
  typeName: string,
): Omit<Deed, 'properties'> {
  if (type !== 'actions' && typeof key === 'string') return { event: key }
  if (type !== 'events') return { event: null, actionId: actionIdOf(key, [...path, keyName]) }
  throw invalid(
    'invalid_input',
    `Expected the name of an event as text. For the action ${key} send "${typeName}": "actions".`,
    attrOf([...path, keyName]),
  )
}

function actionIdOf(key: Leaf['key'], path: Path): number {
  const id = Number(key)
  if (Number.isSafeInteger(id) && id >= 1) return id
  throw invalid('invalid_input', `Expected the id of an action, a number, not "${key}".`, attrOf(path))
}

function behaviorOf(kind: (typeof KINDS)[number], leaf: Leaf, path: Path): Behavior {
  switch (kind) {
    case 'performed_event':
      return { kind: 'performed', ...windowOf(leaf, path), comparison: 'gte', times: 1 }
    case 'performed_event_multiple':
      return { kind: 'performed', ...windowOf(leaf, path), ...countOf(leaf, path) }
    case 'performed_event_first_time':
      return { kind: 'first_time', from: beginningOf(leaf, path) }
    case 'stopped_performing_event':
      return { kind: 'stopped', from: beginningOf(leaf, path), gapFrom: gapOf(leaf, path) }
    case 'restarted_performing_event':
      return { kind: 'restarted', from: beginningOf(leaf, path), gapFrom: gapOf(leaf, path) }
    case 'performed_event_regularly':
      return regularly(leaf, path)
    case 'performed_event_sequence':
      return { kind: 'sequence', ...windowOf(leaf, path), ...nextOf(leaf, path) }
  }
}

const Next = z.object({ seq_event: EventOrAction.nullish(), seq_event_type: DeedType.nullish() })
const UNIT_SECONDS = { ...WINDOW_UNIT_SECONDS, year: 365 * 86_400 }

/**
 * Parses the second event of a sequence, and the time within which it has to follow. `event_filters` do not
 * apply to this event, but only to the first one.
 */
function nextOf(leaf: Leaf, path: Path): { next: Deed; windowSeconds: number } {
  const { seq_event: key, seq_event_type: type } = parseValue(Next, leaf, path)
  if (key === undefined || key === null)
    throw invalid('required', 'This field is required.', attrOf([...path, 'seq_event']))
  const selection = selectionOf(key, type, path, 'seq_event', 'seq_event_type')
  const unitSeconds = UNIT_SECONDS[required(leaf, 'seq_time_interval', path)]
  return {
    next: { ...selection, properties: NO_RESTRICTION },
    windowSeconds: required(leaf, 'seq_time_value', path) * unitSeconds,
  }
}

function windowOf(leaf: Leaf, path: Path): { from: string; to: string | null } {
  if (!isGiven(leaf.explicit_datetime))
    return { from: spanOf(leaf, ['time_value', 'time_interval'], path), to: null }
  return {
    from: dateOf(leaf.explicit_datetime ?? '', [...path, 'explicit_datetime']),
    to: isGiven(leaf.explicit_datetime_to)
      ? dateOf(leaf.explicit_datetime_to ?? '', [...path, 'explicit_datetime_to'])
      : null,
  }
}

function beginningOf(leaf: Leaf, path: Path): string {
  const { from, to } = windowOf(leaf, path)
  if (to === null) return from
  throw notSupported(`An end of the period of '${leaf.value}'`, attrOf([...path, 'explicit_datetime_to']))
}

const gapOf = (leaf: Leaf, path: Path) => spanOf(leaf, ['seq_time_value', 'seq_time_interval'], path)

function spanOf(
  leaf: Leaf,
  [value, interval]:
    | readonly ['time_value', 'time_interval']
    | readonly ['seq_time_value', 'seq_time_interval'],
  path: Path,
  times = 1,
): string {
  const span = `-${required(leaf, value, path) * times}${LETTERS[required(leaf, interval, path)]}`
  return dateOf(span, [...path, value])
}

// This calendar is used only to check that a text is a date, and to compare two dates. The instant of a
// date depends on the moment of a question.
const ANY_CALENDAR: Calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.UTC(2026, 0, 1) }

function dateOf(text: string, path: Path): string {
  requireDate(text, attrOf(path))
  return text
}

const countOf = (leaf: Leaf, path: Path) => ({
  comparison: leaf.operator ?? ('gte' as const),
  times: required(leaf, 'operator_value', path),
})

function regularly(leaf: Leaf, path: Path): Behavior {
  const periods = required(leaf, 'total_periods', path)
  const leastPeriods = required(leaf, 'min_periods', path)
  if (leastPeriods > periods)
    throw invalid(
      'max_value',
      `min_periods (${leastPeriods}) must not be more than total_periods (${periods}).`,
      attrOf([...path, 'min_periods']),
    )
  const starts = Array.from({ length: periods }, (_, i) =>
    spanOf(leaf, ['time_value', 'time_interval'], path, i + 1),
  )
  return { kind: 'regularly', periods: starts, leastPeriods, ...countOf(leaf, path) }
}

function required<Name extends keyof Leaf>(leaf: Leaf, name: Name, path: Path): NonNullable<Leaf[Name]> {
  const value = leaf[name]
  if (value !== undefined && value !== null) return value
  throw invalid('required', 'This field is required.', attrOf([...path, name]))
}

/**
 * Refuses a time that is empty at whatever moment the question is asked, so that it never contains an
 * event.
 */
function checkOrder(behavior: Behavior, path: Path): void {
  const hasEnd = behavior.kind === 'performed' || behavior.kind === 'sequence'
  if (hasEnd && behavior.to !== null && difference(behavior.from, behavior.to) > 0)
    throw invalid(
      'invalid_input',
      `The time from ${behavior.from} to ${behavior.to} is empty: explicit_datetime must be the earlier one.`,
      attrOf([...path, 'explicit_datetime_to']),
    )
  const hasGap = behavior.kind === 'stopped' || behavior.kind === 'restarted'
  if (hasGap && difference(behavior.from, behavior.gapFrom) >= 0)
    throw invalid(
      'invalid_input',
      `seq_time_value and seq_time_interval (${behavior.gapFrom}) must be a shorter time than time_value and time_interval (${behavior.from}).`,
      attrOf([...path, 'seq_time_value']),
    )
}

const isAbsolute = (date: string) => /^\d{4}-/.test(date.trim())

/**
 * Returns the difference between two dates in ms. If one is relative and the other is not, returns NaN,
 * because it depends on the moment of the question which of them is later.
 */
function difference(date: string, other: string): number {
  if (isAbsolute(date) !== isAbsolute(other)) return Number.NaN
  const msOf = (text: string) => parseDate(text, ANY_CALENDAR, '').at.epochMilliseconds
  return msOf(date) - msOf(other)
}
