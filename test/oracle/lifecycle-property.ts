import fc from 'fast-check'
import { expect } from 'vitest'
import type { GivenEvent } from './filter-definition.ts'
import { type GivenInstant, toEpochMs } from './given-instants.ts'
import {
  boundedPeriod,
  circumstances,
  fewFilters,
  givenCalendar,
  givenOccurrence,
} from './given-occurrences.ts'
import { hasBegun, INTERVALS, MOST_DAYS, rangeOf } from './given-ranges.ts'
import {
  type CreatedTimes,
  type DefinedLifecycle,
  type GivenLifecycle,
  lifecycleByDefinition,
  STATUSES,
} from './lifecycle-definition.ts'
import type { Period } from './period-definition.ts'

/**
 * A person was created by one of its events: the events before that, and all events of a distinct id without a person,
 * are those of `$process_person_profile: false`. A group was created by the first event that names it.
 */
export interface GivenLifecycleHistory extends GivenLifecycle {
  readonly events: readonly GivenEvent[]
  readonly people: CreatedTimes
}
/** The tested side: a store of histories that answers questions of them. */
export interface LifecycleStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly Pick<GivenLifecycleHistory, 'events' | 'people'>[]): Promise<number[]>
  answer(projectId: number, asked: GivenLifecycle): Promise<DefinedLifecycle[]>
}

const PERSONS = [1, 2, 3, 4] as const

/** A person is created by one of its events, by one more, mostly of another name, or not at all. */
const creation = fc.oneof(
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.record({ nth: fc.nat(5) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      name: fc.constantFrom('signed up', 'signed up', 'paid'),
      ...circumstances,
    }),
  },
)

export const givenLifecycle = (timezone: string, changeMs: number): fc.Arbitrary<GivenLifecycleHistory> =>
  fc.constantFrom(...INTERVALS).chain((interval) =>
    fc
      .record({
        range: rangeOf(changeMs, interval, MOST_DAYS[interval]),
        calendar: givenCalendar(timezone, changeMs),
        series: fc.record({ event: fc.constantFrom('paid', 'paid', null, 'Paid'), properties: fewFilters }),
        properties: fewFilters,
        groupTypeIndex: fc.constantFrom(null, null, null, 0 as const, 0 as const, 4 as const),
        toggledLifecycles: fc.oneof(fc.constant([]), fc.shuffledSubarray([...STATUSES])),
        events: fc.array(givenOccurrence, { maxLength: 21, size: 'max' }),
        creations: fc.tuple(creation, creation, creation, creation),
      })
      .map(({ events, creations, ...rest }) => {
        const asked = { ...rest, interval }
        const place = placing(changeMs, boundedPeriod(asked, changeMs))
        const done: readonly GivenEvent[] = events.map(place)
        const people = PERSONS.map((person, i) => {
          const made = creations[i] ?? null
          const more = made !== null && 'when' in made ? [{ person, ...place(made) }] : []
          const own = done.filter((one) => one.person === person)
          const creating = made !== null && 'nth' in made ? own[made.nth % own.length] : more[0]
          return { person, more, createdMs: creating?.atMs ?? null }
        })
        const all = [...done, ...people.flatMap(({ more }) => more)]
        const persons = Object.fromEntries(people.map(({ person, createdMs }) => [person, createdMs]))
        return { ...asked, events: all, people: { persons, groups: createdGroups(all) } }
      })
      .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs)),
  )

const placing =
  (changeMs: number, period: Period) =>
  <T extends { readonly when: GivenInstant }>({ when, ...rest }: T) => ({
    ...rest,
    atMs: toEpochMs(when, changeMs, [period]),
  })

function createdGroups(events: readonly GivenEvent[]): CreatedTimes['groups'] {
  const created: Record<number, Record<string, number>> = {}
  for (const { groups = {}, atMs } of events)
    for (const [index, key] of Object.entries(groups)) {
      const ofType = created[Number(index)] ?? {}
      created[Number(index)] = { ...ofType, [key]: Math.min(atMs, ofType[key] ?? atMs) }
    }
  return created
}

/** Any questions around one change of the clocks. Up to `batch` histories are stored at once, which is what takes the time. */
export const lifecycleProperty = (store: LifecycleStore, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenLifecycle(timezone, Date.parse(change)), { minLength: 1, maxLength: batch, size: 'max' }),
    async (questions) => {
      const ids = await store.give(questions)
      const answers = await Promise.all(questions.map((asked, i) => store.answer(ids[i] ?? 0, asked)))
      for (const [i, asked] of questions.entries())
        expect(answers[i], JSON.stringify(asked)).toEqual(
          lifecycleByDefinition(asked.events, asked.people, asked),
        )
    },
  )
