import type { DataVersions } from '#coordination/data-versions.ts'
import type { Asker, Engine } from '#engine/engine.ts'
import { kindOf } from '#insights/registry.ts'
import { type Moment, momentOf } from '#query/moment.ts'
import type { Clock } from '#shared/clock.ts'
import { createEarliestEvents } from './earliest-event.ts'
import type { Question } from './question.ts'

/**
 * The moment at which a question is answered: now, or as of an earlier instant in epoch ms.
 * @throws RequestError for dates that cannot be parsed.
 */
export type FindMoment = (question: Question, asker?: Partial<Asker>, asOfMs?: number) => Promise<Moment>

interface MomentDeps {
  readonly engine: Engine
  readonly clock: Clock
  readonly versions: Pick<DataVersions, 'present'>
}

/** A query runs only for a range of `all`, for the project's first event. */
export function createFindMoment(deps: MomentDeps): FindMoment {
  const earliestEvents = createEarliestEvents(deps)
  return async ({ project, query, at }, asker = {}, nowMs = deps.clock()) => {
    const { id, timezone, weekStartDay } = project
    const kind = kindOf(query)
    const time = kind.time(query)
    const knownMs = time.range.from === 'all' ? await earliestEvents.of(id, asker) : null
    // A first event ahead of the clock is not the start of a range, which would end before it begins.
    const earliestMs = Math.min(knownMs ?? nowMs, nowMs)
    const calendar = { timezone: query.timezone ?? timezone, weekStartDay, nowMs }
    return momentOf(time, calendar, earliestMs, kind.datesAt?.(at) ?? at)
  }
}
