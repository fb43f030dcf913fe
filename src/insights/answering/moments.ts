import type { Asker } from '#engine/event-store.ts'
import { kindOf } from '#insights/questions/find-kind.ts'
import type { Definitions } from '#query/definitions.ts'
import { type Moment, momentOf, type StartOfAll } from '#query/moment.ts'
import type { Clock } from '#shared/clock.ts'
import { PLAUSIBLE_FROM_MS, STORABLE } from '#sql/events.ts'
import type { Calendar } from '#values/date-text.ts'
import { createEarliestEvents, type EarliestEventDeps } from './earliest-event.ts'
import type { Question } from './question.ts'

/**
 * Finds the moment at which a question is answered: now, or an earlier instant in epoch ms.
 * @throws RequestError for dates that cannot be parsed.
 */
export type FindMoment = (
  question: Question,
  definitions: Definitions,
  asker?: Partial<Asker>,
  asOfMs?: number,
) => Promise<Moment>

interface MomentDeps extends EarliestEventDeps {
  readonly clock: Clock
}

/**
 * Makes the function that finds the moment. It runs a query only for a range of `all`, to find the first
 * event that is counted.
 */
export function createFindMoment(deps: MomentDeps): FindMoment {
  const earliestEvents = createEarliestEvents(deps)
  async function startOfAll(
    question: Question,
    definitions: Definitions,
    calendar: Calendar,
    asker: Partial<Asker>,
  ): Promise<StartOfAll> {
    const { nowMs } = calendar
    // A question whose result is rows has no buckets, so its range can begin before all events, and no
    // event is left out.
    if (kindOf(question.query).reads(question.query).isAnything)
      return { earliestMs: STORABLE.fromMs, eventsBefore: 0 }
    const { earliestHistoricalMs } = question.project
    const floorMs = Math.min(earliestHistoricalMs ?? PLAUSIBLE_FROM_MS, PLAUSIBLE_FROM_MS)
    const asked = { question, definitions, calendar }
    const { earliestMs, eventsBefore } = await earliestEvents.of(asked, floorMs, asker)
    // If the first event is ahead of the clock, the range begins now. If it began with the event, it would
    // end before it begins.
    return { earliestMs: Math.min(earliestMs ?? nowMs, nowMs), eventsBefore }
  }
  return async (question, definitions, asker = {}, nowMs = deps.clock()) => {
    const { project, query, at } = question
    const kind = kindOf(query)
    const time = kind.time(query)
    const timezone = query.timezone ?? project.timezone
    const calendar = { timezone, weekStartDay: project.weekStartDay, nowMs }
    const start =
      time.range.from === 'all' && time.lastIntervals === null
        ? await startOfAll(question, definitions, calendar, asker)
        : { earliestMs: nowMs, eventsBefore: 0 }
    return momentOf(time, calendar, start, kind.datesAt?.(at) ?? at)
  }
}
