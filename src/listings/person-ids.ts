import { uuidOfPerson } from '#identity/person-uuid.ts'
import type { PersonStore } from '#metadata/people/person-store.ts'

/** Converts between the ids that persons have in the interface and their numbers in the event store. */
export interface PersonIdListing {
  uuidsOf(projectId: number, numbers: readonly number[]): Promise<ReadonlyMap<number, string>>
  numbersOf(projectId: number, uuids: readonly string[]): Promise<ReadonlyMap<string, number>>
}

/**
 * Creates the listing. A person without a profile has an id as well, which is derived from the person's
 * first distinct id. This id can be shown, but no person can be found by it.
 */
export function createPersonIds(persons: PersonStore): PersonIdListing {
  return {
    async uuidsOf(projectId, numbers) {
      const found = await persons.byNumbers(projectId, numbers, 0)
      const others = numbers.filter((number) => !found.has(number))
      const roots = await persons.distinctIds(projectId, others, 1)
      return new Map([
        ...[...found].map(([number, { uuid }]) => [number, uuid] as const),
        ...[...roots].flatMap(([number, [root]]) =>
          root === undefined ? [] : [[number, uuidOfPerson(projectId, root)] as const],
        ),
      ])
    },
    async numbersOf(projectId, uuids) {
      const numbers = new Map<string, number>()
      for (const uuid of new Set(uuids)) {
        const person = await persons.byUuid(projectId, uuid)
        if (person !== null) numbers.set(uuid, person.number)
      }
      return numbers
    },
  }
}
