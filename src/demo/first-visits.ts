import type { Person } from './persons.ts'
import type { Random } from './random.ts'
import { APP, openSession, type Session, SITE, type StoryEvent } from './session.ts'
import type { StoryCalendar } from './story-calendar.ts'

const PAGES = ['/', '/features', '/blog', '/blog/faster-labels', '/docs', '/docs/api', '/customers', '/about']

/** Looks around, and signs up if the person ever does. Returns when that was. */
export function firstVisits(
  person: Person,
  calendar: StoryCalendar,
  random: Random,
  events: StoryEvent[],
): number | null {
  let session = openSession(person, calendar.workingTime(person.arrivalDay, random), random, events)
  browse(session, random)
  if (person.visitsPricing) {
    session.view(SITE, '/pricing')
    session.act('visited pricing')
  }
  if (!person.signsUp) {
    comeBack(person, calendar, random, events)
    return null
  }
  if (random.chance(0.3)) {
    const laterDay = person.arrivalDay + random.integer(1, 4)
    session = openSession(person, calendar.workingTime(laterDay, random), random, events)
    browse(session, random)
  }
  session.view(APP, '/signup')
  session.act('signed up')
  return session.atMs
}

function browse(session: Session, random: Random): void {
  session.view(SITE, '/')
  for (let left = random.integer(1, 5); left > 0; left--) session.view(SITE, random.pick(PAGES))
}

function comeBack(person: Person, calendar: StoryCalendar, random: Random, events: StoryEvent[]): void {
  let day = person.arrivalDay
  while (random.chance(0.6)) {
    day += random.integer(1, 20)
    if (!random.chance(calendar.rhythm(day))) continue
    browse(openSession(person, calendar.workingTime(day, random), random, events), random)
  }
}
