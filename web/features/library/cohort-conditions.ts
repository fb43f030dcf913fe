/** A condition of a cohort, in the form of the editor. */
export type Condition =
  | {
      readonly type: 'person'
      readonly key: string
      readonly operator: string
      readonly value: string
    }
  | {
      readonly type: 'behavioral'
      readonly key: string
      readonly value: 'performed_event' | 'performed_event_multiple' | 'performed_event_sequence'
      readonly days: number
      readonly times: number
      /** The event that follows in a sequence. It must come at most `nextDays` days after the first event. */
      readonly next: string
      readonly nextDays: number
      readonly isNegated: boolean
    }

export type Behavior = Extract<Condition, { readonly type: 'behavioral' }>

export interface Definition {
  readonly combine: 'AND' | 'OR'
  readonly conditions: readonly Condition[]
}

export const PERSON_OPERATORS = [
  { value: 'exact', label: 'is' },
  { value: 'is_not', label: 'is not' },
  { value: 'icontains', label: 'contains' },
  { value: 'not_icontains', label: 'does not contain' },
  { value: 'starts_with', label: 'starts with' },
  { value: 'not_starts_with', label: 'does not start with' },
  { value: 'ends_with', label: 'ends with' },
  { value: 'not_ends_with', label: 'does not end with' },
  { value: 'gt', label: 'is more than' },
  { value: 'lt', label: 'is less than' },
  { value: 'is_set', label: 'is set' },
  { value: 'is_not_set', label: 'is not set' },
] as const
/** Whether an operator needs a value. */
export const hasValue = (operator: string): boolean => !/^is_(not_)?set$/.test(operator)

export const NEW_PERSON: Condition = { type: 'person', key: '', operator: 'exact', value: '' }
export const NEW_BEHAVIOR: Behavior = {
  type: 'behavioral',
  key: '',
  value: 'performed_event',
  days: 30,
  times: 2,
  next: '',
  nextDays: 7,
  isNegated: false,
}

interface Written {
  readonly type: string
  readonly values: readonly Readonly<Record<string, unknown>>[]
}

/** Returns the definition in the form of a cohort's `filters`. Incomplete conditions are left out. */
export const toFilters = ({ combine, conditions }: Definition): { readonly properties: Written } => ({
  properties: { type: combine, values: conditions.filter(isComplete).map(toWritten) },
})

export const isComplete = (condition: Condition): boolean =>
  condition.key !== '' &&
  (condition.type === 'behavioral'
    ? condition.value !== 'performed_event_sequence' || condition.next !== ''
    : !hasValue(condition.operator) || condition.value !== '')

function toWritten(condition: Condition): Readonly<Record<string, unknown>> {
  if (condition.type === 'person') {
    const { type, key, operator, value } = condition
    return { type, key, operator, ...(hasValue(operator) && { value }) }
  }
  const { type, key, value, days, times, next, nextDays, isNegated } = condition
  return {
    type,
    key,
    event_type: 'events',
    value,
    time_value: days,
    time_interval: 'day',
    ...(value === 'performed_event_multiple' && { operator: 'gte', operator_value: times }),
    ...(value === 'performed_event_sequence' && {
      seq_event: next,
      seq_event_type: 'events',
      seq_time_value: nextDays,
      seq_time_interval: 'day',
    }),
    ...(isNegated && { negation: true }),
  }
}

/**
 * Returns the definition in the form of the editor. Null if it has parts that the editor cannot show. Such
 * a definition cannot be edited and stays as it is.
 */
export function fromFilters(filters: unknown): Definition | null {
  const { properties } = (filters ?? {}) as { readonly properties?: Partial<Written> }
  const values = properties?.values ?? []
  const single = values.length === 1 ? (values[0] as Partial<Written>) : undefined
  // Other clients write one group around all conditions.
  if (single?.values !== undefined) return fromFilters({ properties: single })
  const conditions = values.map(toCondition)
  if (conditions.some((one) => one === null)) return null
  return {
    combine: properties?.type?.toUpperCase() === 'OR' ? 'OR' : 'AND',
    conditions: conditions.filter((one) => one !== null),
  }
}

const KNOWN =
  /^(type|key|operator|value|event_type|time_value|time_interval|operator_value|negation|seq_(event|event_type|time_value|time_interval))$/

type WrittenCondition = Readonly<Record<string, unknown>>

function toCondition(written: WrittenCondition): Condition | null {
  if (!Object.keys(written).every((name) => KNOWN.test(name))) return null
  if (typeof written['key'] !== 'string') return null
  const { type = 'person' } = written
  if (type === 'behavioral') return toBehavior(written, written['key'])
  return type === 'person' ? toPerson(written, written['key']) : null
}

function toPerson(
  { operator = 'exact', value, negation = false }: WrittenCondition,
  key: string,
): Condition | null {
  const known = PERSON_OPERATORS.find((one) => one.value === operator)
  if (known === undefined || negation !== false) return null
  const text = Array.isArray(value) && value.length === 1 ? value[0] : (value ?? '')
  return typeof text === 'object' ? null : { type: 'person', key, operator: known.value, value: String(text) }
}

function toBehavior(written: WrittenCondition, key: string): Condition | null {
  const { value, operator = 'gte', negation = false, time_value: days, operator_value: times = 2 } = written
  if (!isShown(value)) return null
  if (written['time_interval'] !== 'day' || written['event_type'] === 'actions') return null
  if (operator !== 'gte' || typeof negation !== 'boolean') return null
  const following = value === 'performed_event_sequence' ? followingOf(written) : {}
  if (following === null) return null
  return {
    ...NEW_BEHAVIOR,
    key,
    value,
    days: Number(days),
    times: Number(times),
    ...following,
    isNegated: negation,
  }
}

const isShown = (value: unknown): value is Behavior['value'] =>
  ['performed_event', 'performed_event_multiple', 'performed_event_sequence'].some((one) => one === value)

/**
 * Returns the fields of a sequence for the editor. Null if its time is not in days, or if it ends with an
 * action.
 */
function followingOf(written: WrittenCondition): Pick<Behavior, 'next' | 'nextDays'> | null {
  const { seq_event: next, seq_event_type: type = 'events' } = written
  if (typeof next !== 'string' || type !== 'events' || written['seq_time_interval'] !== 'day') return null
  return { next, nextDays: Number(written['seq_time_value']) }
}
