import { browse } from './browse.ts'
import type { Person } from './persons.ts'
import type { Random } from './random.ts'
import { useSecondBrowser } from './second-browser.ts'
import { APP, openSession, SITE, type StoryEvent } from './session.ts'
import type { StoryCalendar } from './story-calendar.ts'
import { stranger, type Visitor } from './visitor.ts'

/**
 * Adds the anonymous visits of a person and, if the person signs up, the sign-up. Returns the time of the
 * sign-up; null without a sign-up.
 */
export function firstVisits(
  person: Person,
  calendar: StoryCalendar,
  random: Random,
  events: StoryEvent[],
): number | null {
  const arrivedMs = calendar.workingTime(person.arrivalDay, random)
  const visitor = stranger(person, person, arrivedMs, random.fork('browser'))
  let session = openSession(visitor, arrivedMs, random, events)
  browse(session, random)
  if (person.visitsPricing) {
    session.view(SITE, '/pricing')
    session.act('visited pricing')
  }
  if (!person.signsUp) {
    comeBack(visitor, calendar, random, events)
    return null
  }
  if (random.chance(0.3)) {
    const laterDay = person.arrivalDay + random.integer(1, 4)
    session = openSession(visitor, calendar.workingTime(laterDay, random), random, events)
    browse(session, random)
  }
  session.view(APP, '/signup')
  session.identify('signed up')
  const signedUpMs = session.atMs
  useSecondBrowser({ person, arrivedMs, signedUpMs }, random.fork('second browser'), events)
  return signedUpMs
}

function comeBack(visitor: Visitor, calendar: StoryCalendar, random: Random, events: StoryEvent[]): void {
  let day = visitor.person.arrivalDay
  while (random.chance(0.6)) {
    day += random.integer(1, 20)
    if (!random.chance(calendar.rhythm(day))) continue
    browse(openSession(visitor, calendar.workingTime(day, random), random, events), random)
  }
}
