import { expect, test } from 'vitest'
import { OPERATORS, type Operator } from '../../src/query/filter.ts'
import { useApp } from '../fixtures/use-app.ts'
import { EVERYTHING, type GivenEvent, type GivenFilter, matches, type Scalar } from './filter-definition.ts'
import { createHistory } from './given-events.ts'
import { ALL_REGEXES, ALL_VALUES } from './given-filters.ts'
import { answeredSeries } from './trend-property.ts'

const server = useApp()
const history = createHistory(server)

const HOUR_MS = 3_600_000
/** The limit of a question. */
const MOST_SERIES = 26

// One event each hour, so that the hour in which a filter counts one identifies the value.
const eventsWith = (key: string): GivenEvent[] =>
  [...ALL_VALUES, null, undefined].map((value, hour) => ({
    person: 1,
    name: 'e',
    atMs: server.nowMs - hour * HOUR_MS,
    properties: value === undefined ? {} : { [key]: value },
  }))

function valuesFor(operator: Operator): (Scalar | readonly Scalar[] | undefined)[] {
  if (operator === 'is_set' || operator === 'is_not_set') return [undefined]
  if (operator === 'regex' || operator === 'not_regex') return [...ALL_REGEXES, ['^a', 'b$']]
  const isComparison = ['gt', 'gte', 'lt', 'lte'].includes(operator)
  return isComparison ? [...ALL_VALUES] : [...ALL_VALUES, ['abc', 5, true]]
}

const filtersOn = (key: string, operator: Operator): GivenFilter[] =>
  valuesFor(operator).map((value) => ({ key, operator, ...(value !== undefined && { value }) }))

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...inParts(items.slice(size), size)]

/** The values that either the store or the definition matches, but not both. */
async function disagreements(key: string, operator: Operator): Promise<string[]> {
  const events = eventsWith(key)
  const [projectId = 0] = await history.give([events])
  const wrong: string[] = []
  for (const filters of inParts(filtersOn(key, operator), MOST_SERIES)) {
    const series = filters.map((filter) => ({
      event: 'e',
      properties: { type: 'AND' as const, values: [filter] },
      math: 'total' as const,
    }))
    const answer = await answeredSeries(history, projectId, {
      series,
      properties: EVERYTHING,
      range: { from: `-${events.length - 1}h`, to: null, isExplicit: false },
      interval: 'hour',
      calendar: { timezone: 'UTC', weekStartDay: 0, nowMs: server.nowMs },
    })
    for (const [i, matcher] of series.entries())
      for (const [hour, event] of events.entries()) {
        const isCounted = answer[i]?.data.at(-1 - hour) === 1
        if (isCounted !== matches(matcher, event))
          wrong.push(
            `${operator} ${JSON.stringify(filters[i]?.value)} ${isCounted ? 'matched' : 'did not match'} ${JSON.stringify(event.properties)}`,
          )
      }
  }
  return wrong
}

// The store has a column for the first key and none for the second.
const CASES = OPERATORS.flatMap((operator) => ['$browser', 'plan'].map((key) => [operator, key] as const))

test.each(CASES)('%s on every value of %s', async (operator, key) => {
  expect(await disagreements(key, operator)).toEqual([])
})
