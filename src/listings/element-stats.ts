import { z } from 'zod'
import type { Asker, EventStore } from '#engine/event-store.ts'
import { bound, type Fragment, numeral, sql } from '#fragments/fragment.ts'
import type { InstantRange } from '#query/date-range.ts'
import { type FilterGroup, filtersIn } from '#query/filter.ts'
import { expressionsAmong, type FindValues } from '#query/find-numbers.ts'
import { CHAIN } from '#sql/elements-chain.ts'
import { eventsOf } from '#sql/events.ts'
import { eventScope } from '#sql/filter-scope.ts'
import { groupConditions } from '#sql/filters.ts'
import type { Calendar } from '#values/date-text.ts'

/** The number of events that have the same name and the same chain of elements. */
export interface CountedChain {
  readonly event: string
  readonly chain: string
  readonly count: number
}
export interface ChainsAsked {
  /** The names of the events that are counted. */
  readonly events: readonly string[]
  readonly range: InstantRange
  /** Conditions that must all hold. */
  readonly filters: readonly FilterGroup[]
  /** The calendar for the dates of the filters. */
  readonly calendar: Calendar
  readonly limit: number
  readonly offset: number
}

export interface ElementStats {
  /** Returns the most frequent chains first. Chains with equal counts are ordered by their text. */
  page(projectId: number, asked: ChainsAsked, asker: Asker): Promise<CountedChain[]>
}

interface Deps {
  readonly engine: EventStore
  /**
   * Resolves to whether persons of a project have been merged. Once it has resolved, questions see the
   * merges.
   */
  readonly hasMerges: (projectId: number) => Promise<boolean>
  readonly findValues: FindValues
}

/** Counts the elements that captured clicks had. */
export const createElementStats = ({ engine, hasMerges, findValues }: Deps): ElementStats => ({
  async page(projectId, asked, asker) {
    const { range, calendar } = asked
    const expressions = expressionsAmong(asked.filters.flatMap(filtersIn))
    const values = await findValues(projectId, expressions)
    const facts = { projectId, hasMerges: await hasMerges(projectId), calendar, range }
    const scope = eventScope({ ...facts, ...values })
    const conditions = asked.filters.flatMap((group) => groupConditions(group, scope))
    const query = chainsQuery(projectId, asked, conditions)
    return z.array(Row).parse(await engine.rows(query, { name: 'elements.stats', projectId, ...asker }))
  },
})

const Row = z.object({ event: z.string(), chain: z.string(), count: z.coerce.number() })

// Counts the events of each name that have each chain.
export const chainsQuery = (
  projectId: number,
  { events, range, limit, offset }: Pick<ChainsAsked, 'events' | 'range' | 'limit' | 'offset'>,
  conditions: readonly Fragment[],
): Fragment => sql`SELECT
  event,
  ${CHAIN} AS chain,
  count() AS count
${eventsOf(projectId, range, [
  sql`event IN ${bound('Array(String)', events)}`,
  sql`notEmpty(${CHAIN})`,
  ...conditions,
])}
GROUP BY event, chain
ORDER BY count DESC, event, chain
LIMIT ${numeral(limit)} OFFSET ${numeral(offset)}`
