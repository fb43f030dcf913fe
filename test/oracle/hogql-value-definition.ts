import { type GivenEvent, type Scalar, toNumber } from './filter-definition.ts'
import { wallTime } from './local-time.ts'

type Expression = (event: GivenEvent, timezone: string) => Scalar | null | undefined

const amount = ({ properties }: GivenEvent): number | null => {
  const number = toNumber(String(properties.amount ?? ''))
  return Number.isFinite(number) ? number : null
}
const text = (value: Scalar | null | undefined) =>
  value === undefined || value === null ? null : String(value)

/** Expressions of breakdowns, each with the value that docs/hogql.md gives it for an event. */
const EXPRESSIONS: Readonly<Record<string, Expression>> = {
  'properties.plan': ({ properties }) => text(properties.plan),
  'properties.$session_id': ({ properties }) => text(properties.$session_id),
  event: ({ name }) => name,
  'lower(properties.plan)': ({ properties }) => text(properties.plan)?.toLowerCase(),
  'properties.amount > 5': (event) => (amount(event) ?? 0) > 5,
  "if(properties.amount > 5, 'big', 'small')": (event) => ((amount(event) ?? 0) > 5 ? 'big' : 'small'),
  'toHour(timestamp)': ({ atMs }, timezone) => Number(wallTime(atMs, timezone).slice(11, 13)),
  'toDayOfWeek(timestamp)': ({ atMs }, timezone) =>
    new Date(`${wallTime(atMs, timezone).slice(0, 10)}T00:00:00Z`).getUTCDay() || 7,
  'length(properties.plan)': ({ properties }) => {
    const plan = text(properties.plan)
    return plan === null ? null : [...plan].length
  },
  'toFloat(properties.amount)': amount,
  "coalesce(person.properties.plan, 'nothing')": ({ personProperties }) =>
    text(personProperties?.plan) ?? 'nothing',
  "concat(event, ' ', properties.plan)": ({ name, properties }) => `${name} ${text(properties.plan) ?? ''}`,
  'group_0.properties.plan': ({ groupProperties }) => text(groupProperties?.[0]?.plan),
}
export const HOGQL_VALUES: readonly string[] = Object.keys(EXPRESSIONS)

export function hogqlValue(
  expression: string,
  event: GivenEvent,
  timezone: string,
): Scalar | null | undefined {
  const value = EXPRESSIONS[expression]
  if (value === undefined) throw new Error(`The definition does not know ${expression}`)
  return value(event, timezone)
}
