import { type GivenEvent, toNumber } from './filter-definition.ts'
import { percentile } from './percentile-definition.ts'

type Aggregate = (events: readonly GivenEvent[]) => number

const amounts = (events: readonly GivenEvent[]): number[] =>
  events.flatMap(({ properties: { amount } }) => {
    const number = toNumber(String(amount ?? ''))
    return Number.isFinite(number) && typeof amount !== 'boolean' ? [number] : []
  })
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
const texts = (events: readonly GivenEvent[], key: string): string[] =>
  events.flatMap(({ properties }) => {
    const value = properties[key]
    return value === undefined || value === null ? [] : [String(value)]
  })
const NOTHING = Number.NaN

/**
 * Expressions of series, each with the value that docs/hogql.md gives it over the events of a bucket. NaN is
 * a missing value.
 */
const EXPRESSIONS: Readonly<Record<string, Aggregate>> = {
  'count()': (events) => events.length,
  'sum(properties.amount) / count()': (events) => sum(amounts(events)) / events.length,
  'sum(properties.amount)': (events) => sum(amounts(events)),
  "countIf(properties.plan = 'abc')": (events) =>
    events.filter(({ properties }) => String(properties.plan) === 'abc').length,
  'uniq(properties.plan)': (events) => new Set(texts(events, 'plan')).size,
  'avg(toFloat(properties.amount))': (events) => sum(amounts(events)) / amounts(events).length,
  'max(toFloat(properties.amount)) - min(toFloat(properties.amount))': (events) =>
    amounts(events).length === 0 ? NOTHING : Math.max(...amounts(events)) - Math.min(...amounts(events)),
  'median(properties.amount)': (events) => percentile(amounts(events), 50),
  'quantile(0.9)(properties.amount)': (events) => percentile(amounts(events), 90),
  'countIf(toHour(timestamp) >= 0) * 2': (events) => events.length * 2,
  'uniq(distinct_id)': (events) => new Set(events.map(({ distinctId }) => distinctId)).size,
  "countIf(person.properties.plan = 'abc') / count()": (events) =>
    events.filter(({ personProperties }) => String(personProperties?.plan) === 'abc').length / events.length,
}
export const HOGQL_MATHS: readonly string[] = Object.keys(EXPRESSIONS)

export function hogqlMath(expression: string, events: readonly GivenEvent[]): number {
  const aggregate = EXPRESSIONS[expression]
  if (aggregate === undefined) throw new Error(`The definition does not know ${expression}`)
  return aggregate(events)
}
