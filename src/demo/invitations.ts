import { isoInstant } from '#shared/clock.ts'
import { ACCOUNT_GROUP_TYPE, type Account } from './accounts.ts'
import type { Person } from './persons.ts'
import type { Random } from './random.ts'
import { APP, openSession, type StoryEvent } from './session.ts'
import { DAY_MS, type StoryCalendar } from './story-calendar.ts'
import { signedIn } from './visitor.ts'

const EARLY_DAYS = 3

export interface Founding {
  /** Time of the first sign-up in the account. */
  readonly signedUpMs: number
  /**
   * Time from which `account_invited_early` is known. It is the time of the account's early invitation, or
   * the end of the three days in which it could have come.
   */
  readonly decidedMs: number
}
export interface SignUp {
  readonly person: Person
  readonly atMs: number
}

/**
 * Adds the first events of each account. The product's server identifies each new account as a group. In an
 * account that invites early, the first person sends an invitation one or two days after signing up. In
 * about half of the other accounts, the first person sends an invitation after ten days or more.
 */
export function foundAccounts(
  signUps: readonly SignUp[],
  calendar: StoryCalendar,
  random: Random,
  events: StoryEvent[],
): Map<Account, Founding> {
  const foundings = new Map<Account, Founding>()
  for (const { person, atMs } of [...signUps].sort((a, b) => a.atMs - b.atMs)) {
    const { account } = person
    if (foundings.has(account)) continue
    events.push(foundingEvent(person, atMs))
    const own = random.fork(account.domain)
    const inviteAfter = (days: number) =>
      invite(person, calendar.workingTime(calendar.dayOf(atMs) + days, own), own, events)
    if (account.invitesEarly)
      foundings.set(account, { signedUpMs: atMs, decidedMs: inviteAfter(own.integer(1, 2)) })
    else {
      foundings.set(account, { signedUpMs: atMs, decidedMs: atMs + EARLY_DAYS * DAY_MS })
      if (own.chance(0.5)) inviteAfter(own.integer(10, 25))
    }
  }
  return foundings
}

/**
 * Returns an event of the product's server, with the distinct id of the person that founded the account.
 */
const foundingEvent = (founder: Person, signedUpMs: number): StoryEvent => ({
  atMs: signedUpMs,
  visitor: signedIn(founder),
  name: '$groupidentify',
  page: null,
  properties: {
    $group_type: ACCOUNT_GROUP_TYPE,
    $group_key: founder.account.domain,
    $group_set: {
      name: founder.account.name,
      plan: founder.account.plan,
      industry: founder.account.industry,
      employees: founder.account.employees,
      founded_at: isoInstant(signedUpMs),
    },
  },
})

function invite(person: Person, startMs: number, random: Random, events: StoryEvent[]): number {
  const session = openSession(signedIn(person), startMs, random, events)
  session.view(APP, '/settings/team')
  session.act('invited teammate')
  return session.atMs
}
