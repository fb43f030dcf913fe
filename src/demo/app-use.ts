import { WEEKLY_PRICE } from './accounts.ts'
import type { Founding } from './invitations.ts'
import type { Person } from './persons.ts'
import type { Random } from './random.ts'
import { APP, openSession, type Session, type StoryEvent } from './session.ts'
import { BROKEN_DEPLOY_DAY, DAY_MS, type StoryCalendar, TODAY } from './story-calendar.ts'
import { signedIn } from './visitor.ts'

/**
 * Share of persons that use the product in the week after the first one. The share is twice as large in
 * accounts that invited early.
 */
const WEEKLY_SHARE = { invitedEarly: 0.78, others: 0.39 }
/** Factor by which the weekly share changes from week to week. */
const WEEKLY_DECAY = 0.985
const CHARGES_A_WEEK = 3
const FAILING_SHARE = { usually: 0.03, brokenDeploy: 0.8 }
const RETRIES_OF_A_BROKEN_CHARGE = 2

interface Use {
  readonly person: Person
  readonly signedUpMs: number
  readonly founding: Founding
  readonly calendar: StoryCalendar
  readonly random: Random
  readonly events: StoryEvent[]
}

/** Adds all events of a person after signing up. A person that does not activate opens the product once. */
export function useProduct(use: Use): void {
  const { person, calendar, random } = use
  const signUpDay = calendar.dayOf(use.signedUpMs)
  const first = openSession(signedIn(person), use.signedUpMs, random, use.events)
  opened(use, first, 0)
  if (!person.activates) return
  const isAtOnce = random.chance(0.7)
  const activationDay = isAtOnce ? signUpDay : signUpDay + random.integer(1, 2)
  const session = isAtOnce
    ? first
    : openSession(signedIn(person), calendar.workingTime(activationDay, random), random, use.events)
  session.view(APP, '/labels/new')
  session.act('activated')
  const sunday = calendar.weekOf(signUpDay)
  for (let week = 0; sunday + week * 7 <= TODAY; week++) {
    const days = Array.from({ length: 7 }, (_, i) => sunday + week * 7 + i)
    if (week === 0) workOn(use, daysAfter(activationDay, days), 0)
    else if (isInUse(person, week)) {
      workOn(use, daysAfter(activationDay, days), week)
      charge(use, days)
    }
  }
}

const daysAfter = (day: number, days: readonly number[]) => days.filter((one) => one > day)

/**
 * Whether the person uses the product in a week. Weeks of use are evenly spaced, beginning at the phase of
 * the person. So over many persons each week has its exact share.
 */
function isInUse({ account, phase }: Person, week: number): boolean {
  const share = account.invitesEarly ? WEEKLY_SHARE.invitedEarly : WEEKLY_SHARE.others
  const usedWeeks = (until: number) =>
    Math.floor(phase + (share * (1 - WEEKLY_DECAY ** until)) / (1 - WEEKLY_DECAY))
  return usedWeeks(week) > usedWeeks(week - 1)
}

/** Adds sessions on two to four of these days, rarely on weekends. */
function workOn(use: Use, days: readonly number[], week: number): void {
  const { random, calendar } = use
  const left = new Set(days)
  for (let wanted = random.integer(2, 4); wanted > 0 && left.size > 0; ) {
    const day = random.pick([...left])
    if (!random.chance(calendar.rhythm(day))) continue
    left.delete(day)
    wanted--
    const session = openSession(signedIn(use.person), calendar.workingTime(day, random), random, use.events)
    opened(use, session, week)
    work(use, session)
  }
}

function opened(use: Use, session: Session, week: number): void {
  const isDecided = session.atMs >= use.founding.decidedMs
  session.view(APP, '/')
  session.act('app opened', {
    ...(isDecided && { account_invited_early: use.person.account.invitesEarly }),
    weeks_since_signup: week,
  })
}

const FEATURES = [
  { path: '/labels', event: 'label printed' },
  { path: '/labels', event: 'label printed' },
  { path: '/orders', event: 'order imported' },
  { path: '/reports', event: 'report viewed' },
  { path: '/carriers', event: 'rates compared' },
]
const LATER_INVITATIONS_AFTER_MS = 10 * DAY_MS

function work({ random, founding }: Use, session: Session): void {
  for (let left = random.integer(2, 5); left > 0; left--) {
    const { path, event } = random.pick(FEATURES)
    session.view(APP, path)
    session.act(event)
  }
  if (session.atMs > founding.signedUpMs + LATER_INVITATIONS_AFTER_MS && random.chance(0.01)) {
    session.view(APP, '/settings/team')
    session.act('invited teammate')
  }
}

/**
 * Adds the payments for a week of use. A program charges the price of a week in parts, on any day and at
 * any hour. The first week is free.
 */
function charge({ person, calendar, random, events }: Use, days: readonly number[]): void {
  const { plan } = person.account
  for (let i = 0; i < CHARGES_A_WEEK; i++) {
    const day = random.pick(days)
    const atMs = calendar.startOf(day) + random.integer(0, DAY_MS - 1_800_000)
    const add = (name: string, afterMs: number, properties: Readonly<Record<string, unknown>>) =>
      events.push({ atMs: atMs + afterMs, visitor: signedIn(person), name, page: null, properties })
    const isBroken = day === BROKEN_DEPLOY_DAY
    if (!random.chance(isBroken ? FAILING_SHARE.brokenDeploy : FAILING_SHARE.usually))
      add('paid', 0, { amount: WEEKLY_PRICE[plan] / CHARGES_A_WEEK, currency: 'EUR' })
    else if (!isBroken) add('payment failed', 0, { reason: 'card_declined' })
    else
      for (let attempt = 0; attempt <= RETRIES_OF_A_BROKEN_CHARGE; attempt++)
        add('payment failed', attempt * 600_000, { reason: 'internal_error', attempt: attempt + 1 })
  }
}
