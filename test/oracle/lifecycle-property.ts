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
  givenSubject,
} from './given-occurrences.ts'
import { hasBegun, INTERVALS, MOST_DAYS, rangeOf } from './given-ranges.ts'
import { type GivenWorld, givenWorld, inWorld } from './given-world.ts'
import {
  actorsWithStatus,
  type CreatedTimes,
  type DefinedCell,
  type DefinedLifecycle,
  type GivenLifecycle,
  lifecycleByDefinition,
  STATUSES,
} from './lifecycle-definition.ts'
import type { Period } from './period-definition.ts'

/**
 * A history and a question about it. Each person was created by one of its events. Earlier events, and all
 * events of a distinct id without a person, were sent with `$process_person_profile: false`. A group was
 * created by the first event that names it.
 */
export interface GivenLifecycleHistory extends GivenLifecycle {
  readonly events: readonly GivenEvent[]
  readonly people: CreatedTimes
  /** Decides for which number of the answer people are asked. */
  readonly looked: number
}
/** The tested side: a store of histories that answers questions about them. */
export interface LifecycleStore {
  /** Stores each history as a new project, and resolves with the projects' ids. */
  give(histories: readonly Pick<GivenLifecycleHistory, 'events' | 'people'>[]): Promise<number[]>
  answer(projectId: number, asked: GivenLifecycle): Promise<DefinedLifecycle[]>
  /** Resolves with the actors behind one number, in order. */
  people(projectId: number, asked: GivenLifecycle, cell: DefinedCell): Promise<(number | string)[]>
}

const PERSONS = [1, 2, 3, 4] as const

/**
 * The way in which a person is created: by one of its events, by an additional event mostly of another
 * name, or not at all (null).
 */
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
        series: givenSubject,
        properties: fewFilters,
        groupTypeIndex: fc.constantFrom(null, null, null, 0 as const, 0 as const, 4 as const),
        toggledLifecycles: fc.oneof(fc.constant([]), fc.shuffledSubarray([...STATUSES])),
        events: fc.array(givenOccurrence, { maxLength: 21, size: 'max' }),
        creations: fc.tuple(creation, creation, creation, creation),
        world: givenWorld,
        looked: fc.nat(1000),
      })
      .map(({ events, creations, world, ...rest }) => {
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
        const seen = inWorld({ ...world, persons: listedPersons(world, persons) })
        return { ...asked, events: all.map(seen), people: { persons, groups: createdGroups(all) } }
      })
      .filter(({ range, events, calendar }) => range.from !== 'all' || hasBegun(events, calendar.nowMs)),
  )

/** A person without a time of creation has no profile, and so no properties. */
const listedPersons = ({ persons }: GivenWorld, created: CreatedTimes['persons']): GivenWorld['persons'] =>
  Object.fromEntries(
    Object.entries(created).map(([person, atMs]) => [
      person,
      atMs === null ? null : (persons[Number(person)] ?? {}),
    ]),
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

/** Chooses a status and interval that has actors, if there is one. */
function cellOf(answer: readonly DefinedLifecycle[], looked: number): DefinedCell {
  const cells = answer.flatMap(({ status, data }) => data.map((value, bucket) => ({ status, bucket, value })))
  const peopled = cells.filter(({ value }) => value !== 0)
  const chosen = peopled.length === 0 ? cells : peopled
  const { status = 'new', bucket = 0 } = chosen[looked % chosen.length] ?? {}
  return { status, bucket }
}

/**
 * Checks `batch` questions around one clock change. Their histories are stored at once, because storing takes
 * most of the time.
 */
export const lifecycleProperty = (store: LifecycleStore, timezone: string, change: string, batch: number) =>
  fc.asyncProperty(
    fc.array(givenLifecycle(timezone, Date.parse(change)), { minLength: batch, maxLength: batch }),
    async (questions) => {
      const ids = await store.give(questions)
      await Promise.all(
        questions.map(async (asked, i) => {
          const id = ids[i] ?? 0
          const { events, people } = asked
          const defined = lifecycleByDefinition(events, people, asked)
          expect(await store.answer(id, asked), JSON.stringify(asked)).toEqual(defined)
          const cell = cellOf(defined, asked.looked)
          expect(await store.people(id, asked, cell), JSON.stringify({ cell, asked })).toEqual(
            actorsWithStatus(events, people, asked, cell),
          )
        }),
      )
    },
  )
