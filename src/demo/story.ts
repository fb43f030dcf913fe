import { setImmediate } from 'node:timers/promises'
import { createAccounts } from './accounts.ts'
import { useProduct } from './app-use.ts'
import { firstVisits } from './first-visits.ts'
import { foundAccounts, type SignUp } from './invitations.ts'
import { createPersons } from './persons.ts'
import { createRandom } from './random.ts'
import type { StoryEvent } from './session.ts'
import { createStoryCalendar } from './story-calendar.ts'

export interface StoryOptions {
  readonly seed: number
  /** Approximate number of events. 120,000 events belong to 1,500 persons. */
  readonly eventCount: number
  readonly nowMs: number
}

const EVENTS_A_PERSON = 80
/**
 * Number of persons between two pauses. Their events take a few milliseconds of work. In the pauses, a server
 * in the same process answers its other requests.
 */
const PERSONS_AT_ONCE = 10

/**
 * Returns half a year of events of an invented company that prints shipping labels, oldest first. The same
 * seed and day give the same events. Events later than now are left out.
 *
 * The server does not know who a visitor is until the sign-up, and does not know an account until the first
 * person of the account signs up.
 *
 * The story has these facts: mobile converts half as well as desktop; accounts that invite a person within
 * three days retain twice as well; payments fail on the day of version 2.4.0; weekends are quiet;
 * everything grows.
 */
export async function tellStory({ seed, eventCount, nowMs }: StoryOptions): Promise<StoryEvent[]> {
  const random = createRandom(`demo ${seed}`)
  const calendar = createStoryCalendar(nowMs)
  const accounts = createAccounts(Math.round(eventCount / EVENTS_A_PERSON), random.fork('accounts'))
  const persons = createPersons(accounts, calendar, random.fork('persons'))
  const events: StoryEvent[] = []
  const signUps: SignUp[] = []
  for (const [i, person] of persons.entries()) {
    if (i % PERSONS_AT_ONCE === 0) await setImmediate()
    const atMs = firstVisits(person, calendar, random.fork(`visits of ${person.email}`), events)
    if (atMs !== null) signUps.push({ person, atMs })
  }
  const foundings = foundAccounts(signUps, calendar, random.fork('foundings'), events)
  for (const [i, { person, atMs }] of signUps.entries()) {
    if (i % PERSONS_AT_ONCE === 0) await setImmediate()
    const founding = foundings.get(person.account)
    if (founding === undefined) throw new Error('A sign-up was left without its account')
    const own = random.fork(`use by ${person.email}`)
    useProduct({ person, signedUpMs: atMs, founding, calendar, random: own, events })
  }
  return events.filter((event) => event.atMs <= nowMs).sort((a, b) => a.atMs - b.atMs)
}
