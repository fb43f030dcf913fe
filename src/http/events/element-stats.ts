import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { ElementStatsBody, ElementStatsQuery } from '#contract/element-stats.ts'
import { ProjectPath } from '#contract/paths.ts'
import { askerOf } from '#http/server/asker.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted } from '#http/server/paging.ts'
import type { ElementStats } from '#listings/element-stats.ts'
import type { Project } from '#metadata/projects/project-store.ts'
import { type InstantRange, resolveEnds } from '#query/date-range.ts'
import { OF_EVENTS, parseFilters } from '#query/parse-filters.ts'
import type { Clock } from '#shared/clock.ts'
import type { Calendar } from '#values/date-text.ts'
import { toCountedChainBody } from './element-stats-body.ts'

interface ElementStatsDeps {
  readonly elementStats: ElementStats
  readonly clock: Clock
}
type Query = z.output<typeof ElementStatsQuery>

/** Registers `/elements/stats/`: the elements that were clicked most. */
export function elementStatsRoutes(app: FastifyInstance, { elementStats, clock }: ElementStatsDeps): void {
  list(
    app,
    {
      get: '/elements/stats/',
      summary: 'Count the elements that were clicked',
      description:
        'Lists the clicked elements with the elements around them, counted by their `$elements_chain`, the most frequent first.',
      tag: 'events',
      scope: 'query:read',
      engine: 'query',
      params: ProjectPath,
      query: ElementStatsQuery,
      answer: ElementStatsBody,
      paging: counted,
    },
    async (request, position, reply) => {
      const project = projectOf(request)
      const calendar = { ...project, nowMs: clock() }
      const asked = {
        events: request.query.include ?? ['$autocapture'],
        range: rangeOf(request.query, calendar),
        filters: filtersOf(request.query, project),
        calendar,
      }
      const { limit, offset } = position
      // Reads one chain more than fits on the page. If it is found, there is another page.
      const oneMore = { ...asked, limit: limit + 1, offset }
      const chains = await elementStats.page(project.id, oneMore, askerOf(reply))
      return {
        next: chains.length > limit ? { limit, offset: offset + limit } : null,
        previous: offset > 0 ? { limit, offset: Math.max(offset - limit, 0) } : null,
        results: chains.slice(0, limit).map(toCountedChainBody),
      }
    },
  )
}

function filtersOf({ properties, filter_test_accounts }: Query, project: Project) {
  const own = parseFilters(properties, ['properties'], OF_EVENTS)
  if (!filter_test_accounts) return [own]
  return [own, parseFilters(project.testAccountFilters, ['filter_test_accounts'], OF_EVENTS)]
}

/** The beginning of the range `all`, in epoch ms. No event is earlier than that. */
const BEGINNING_MS = 0

/**
 * Returns the range of a query. Like the range of a question, it consists of whole days in the time zone of
 * the project.
 */
function rangeOf({ date_from: from, date_to: to }: Query, calendar: Calendar): InstantRange {
  const range = { from: from || '-7d', to: to || null, isExplicit: false }
  const whole = { range, interval: null, startsWithInterval: false, lastIntervals: null }
  const { first, end } = resolveEnds(whole, calendar, BEGINNING_MS, (_, field) => [field ?? ''])
  return { fromMs: first.epochMilliseconds, toMs: end.epochMilliseconds }
}
