import { browse } from './browse.ts'
import { type Person, pickSetup } from './persons.ts'
import type { Random } from './random.ts'
import { APP, openSession, type StoryEvent } from './session.ts'
import { HOUR_MS } from './story-calendar.ts'
import { stranger } from './visitor.ts'

/** Share of the persons that use a second browser, of all persons that sign up. */
const SECOND_BROWSER_SHARE = 0.3

/** A person that signs up, with the times of the first visit and the sign-up. */
interface Arrival {
  readonly person: Person
  readonly arrivedMs: number
  readonly signedUpMs: number
}

/**
 * Adds the events of a second browser, for some persons chosen at random. Such a person visits the pages on
 * another device some hours before `arrivedMs`, and signs in there some hours after signing up. Until then
 * the server counts one such person as two.
 */
export function useSecondBrowser(arrival: Arrival, random: Random, events: StoryEvent[]): void {
  if (!random.chance(SECOND_BROWSER_SHARE)) return
  const { person, arrivedMs, signedUpMs } = arrival
  const setup = pickSetup(person.device === 'Desktop' ? 'Mobile' : 'Desktop', random)
  const lookMs = arrivedMs - random.integer(HOUR_MS, 5 * HOUR_MS)
  const visitor = stranger(person, setup, lookMs, random)
  browse(openSession(visitor, lookMs, random, events), random)
  const session = openSession(visitor, signedUpMs + random.integer(HOUR_MS, 4 * HOUR_MS), random, events)
  session.view(APP, '/login')
  session.identify()
  session.view(APP, '/')
}
