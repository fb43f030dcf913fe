import { expect, test } from 'vitest'
import { OPERATORS, type Operator } from '../../src/query/filter.ts'
import { useApp } from '../fixtures/use-app.ts'
import {
  EVERYTHING,
  type GivenEvent,
  type GivenFilter,
  matches,
  type Scalar,
  toNumber,
} from './filter-definition.ts'
import { givenCases } from './given-cases.ts'
import { createHistory } from './given-events.ts'
import { ALL_REGEXES, ALL_VALUES, ASKED_DATES, ASKED_VERSIONS, ASKED_WILDCARDS } from './given-filters.ts'
import type { GivenCalendar } from './range-definition.ts'
import { runs } from './runs.ts'
import { answeredSeries } from './trend-property.ts'

const server = useApp()
const history = createHistory(server)

const HOUR_MS = 3_600_000
/** The most series that a question may have. */
const MOST_SERIES = 26

/**
 * The subjects of the filters. The event store has a column for the first key, `$browser`, and none for
 * `plan`.
 */
const SUBJECTS = {
  'an event with a column': { key: '$browser' },
  'an event': { key: 'plan' },
  'a person': { key: 'plan', type: 'person' },
  'a group': { key: 'plan', type: 'group', group_type_index: 2 },
} as const satisfies Record<string, Pick<GivenFilter, 'key' | 'type' | 'group_type_index'>>
type Subject = (typeof SUBJECTS)[keyof typeof SUBJECTS]

const CALENDAR: GivenCalendar = { timezone: 'America/New_York', weekStartDay: 0, nowMs: server.nowMs }

// There is one event an hour, so that the hour in which a filter counts an event identifies its value. Each
// event has a person and a group.
const eventsWith = (key: string): GivenEvent[] => [
  ...[...ALL_VALUES, null, undefined].map((value, hour) => {
    const properties = value === undefined ? {} : { [key]: value }
    return {
      ...{ properties, personProperties: properties, groupProperties: { 2: properties } },
      ...{ person: hour + 1, groups: { 2: `group ${hour}` } },
      ...{ name: 'e', atMs: server.nowMs - hour * HOUR_MS },
    }
  }),
  // An event of a person without a profile, and without a group.
  { person: 1_000, name: 'e', atMs: server.nowMs - (ALL_VALUES.length + 2) * HOUR_MS, properties: {} },
]

const isOneOf = <T extends string>(operator: string, ...names: T[]): operator is T =>
  (names as string[]).includes(operator)

function valuesFor(operator: Operator): (Scalar | readonly Scalar[] | undefined)[] {
  if (isOneOf(operator, 'is_set', 'is_not_set')) return [undefined]
  if (isOneOf(operator, 'regex', 'not_regex')) return [...ALL_REGEXES, ['^a', 'b$']]
  if (isOneOf(operator, 'between', 'not_between'))
    return [
      [0, 5],
      [5, 5],
      ['-3', ' 5.5'],
      [-1e9, 1e9],
    ]
  if (operator.startsWith('is_date_')) return [...ASKED_DATES]
  if (operator === 'semver_wildcard') return [...ASKED_WILDCARDS]
  if (operator.startsWith('semver_')) return [...ASKED_VERSIONS]
  // The server refuses a comparison with text that is no number.
  if (isOneOf(operator, 'gt', 'gte', 'lt', 'lte'))
    return ALL_VALUES.filter((value) => !Number.isNaN(toNumber(String(value))))
  return [...ALL_VALUES, ['abc', 5, true]]
}

function everyOf(subject: Subject): number {
  if ('type' in subject) return 5
  return subject.key === 'plan' ? runs({ short: 3, long: 1 }) : 1
}

const filtersOn = (subject: Subject, operator: Operator): GivenFilter[] =>
  // Not every value is asked. On persons and groups every fifth is, because the conditions are the same and
  // only the table differs. On a property without a column, whose value is cast from JSON, every third is
  // in short runs.
  valuesFor(operator)
    .filter((_, i) => i % everyOf(subject) === 0)
    .map((value) => ({ ...subject, operator, ...(value !== undefined && { value }) }))

const inParts = <T>(items: readonly T[], size: number): T[][] =>
  items.length === 0 ? [] : [items.slice(0, size), ...inParts(items.slice(size), size)]

/** The events of each key, in a project of its own for all operators. */
const WORLDS = Object.values(SUBJECTS)
  .filter(({ key }, i, all) => all.findIndex((one) => one.key === key) === i)
  .map(({ key }) => ({ key, events: eventsWith(key) }))
function worldOf({ key }: Subject): (typeof WORLDS)[number] {
  const world = WORLDS.find((one) => one.key === key)
  if (world === undefined) throw new Error(`No events have the property ${key}`)
  return world
}
const projectOf = givenCases(WORLDS, (worlds) => history.give(worlds.map(({ events }) => events)))

/** Returns the values that the store matches and the definition does not, or the other way round. */
async function disagreements(subject: Subject, operator: Operator): Promise<string[]> {
  const world = worldOf(subject)
  const { events } = world
  const projectId = projectOf(world)
  const wrong: string[] = []
  for (const filters of inParts(filtersOn(subject, operator), MOST_SERIES)) {
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
      calendar: CALENDAR,
    })
    for (const [i, matcher] of series.entries())
      for (const [hour, event] of events.entries()) {
        const isCounted = answer[i]?.data.at(-1 - hour) === 1
        if (isCounted !== matches(matcher, event, CALENDAR))
          wrong.push(
            `${operator} ${JSON.stringify(filters[i]?.value)} ${isCounted ? 'matched' : 'did not match'} ${JSON.stringify(event.properties)}`,
          )
      }
  }
  return wrong
}

const CASES = OPERATORS.flatMap((operator) =>
  Object.entries(SUBJECTS).map(([name, subject]) => ({ operator, name, subject })),
)

test.each(CASES)('$operator on every value of $name', async ({ operator, subject }) => {
  expect(await disagreements(subject, operator)).toEqual([])
})
