import { z } from 'zod'
import { and, type Fragment, join, numeral, sql, text } from '#fragments/fragment.ts'
import type { EngineQuery } from '#insights/kind/engine-query.ts'
import { Integer } from '#insights/kind/row-values.ts'
import { eventRows } from '#insights/runs/event-rows.ts'
import { runWalk, type WalkedBy } from '#insights/runs/run-walk.ts'
import type { ItemCounts } from './answer.ts'
import type { AskedItem } from './asked-item.ts'
import { leastActors, type Population } from './compare-sides.ts'
import { itemsOfActors } from './items-of-actors.ts'
import type { CorrelationPlan } from './plan.ts'
import { partsOf, sideOf, sizesOf } from './population.ts'
import type { FunnelPopulation, PopulationJob } from './population-walk.ts'

const CountsRow = z.object({
  name: z.string(),
  property: z.string(),
  value: z.string(),
  success: Integer,
  failure: Integer,
})

export interface CorrelationResults {
  readonly population: FunnelPopulation
  readonly counts: ItemCounts[]
}

const NO_ONE: FunnelPopulation = {
  actors: new Uint32Array(),
  startsMs: new Float64Array(),
  endsMs: new Float64Array(),
  converted: new Uint8Array(),
}

/** Finds the actors with a walk. Then statements count the actors that have each item. */
export const correlationQueries = (
  plan: CorrelationPlan,
): { [Name in keyof CorrelationResults]: EngineQuery<CorrelationResults[Name]> } => ({
  population: {
    sql: eventRows(plan.funnel, { cohortId: null, range: null }),
    isWalked: true,
    run: (executors, options) => walkPopulation(plan, { executors, options }),
  },
  counts: {
    sql: itemCounts(plan, NO_ONE, null),
    run: async ({ engine }, options, earlier: Partial<CorrelationResults> = {}) => {
      const { population = NO_ONE } = earlier
      const sizes = sizesOf(population)
      if (sizes.successes === 0 || sizes.failures === 0) return []
      const parts = partsOf(population)
      const found: ItemCounts[][] = []
      for (const part of parts) {
        // The counts of one part are the counts of the answer only if there is no other part. If there are
        // several parts, no item may be dropped yet.
        const statement = itemCounts(plan, part, parts.length === 1 ? sizes : null)
        found.push(z.array(CountsRow).parse(await engine.rows(statement, options)))
      }
      return added(found)
    },
  },
})

const walkPopulation = ({ funnel }: CorrelationPlan, by: WalkedBy): Promise<FunnelPopulation> => {
  const job: PopulationJob = { rule: funnel.rule }
  return runWalk(funnel, by, { cohortId: null, range: null }, 'funnel population', job)
}

/**
 * Counts the actors of each side that have each item. If the sizes of the sides are given, only items that
 * are not dropped are returned.
 */
export function itemCounts(
  plan: CorrelationPlan,
  population: FunnelPopulation,
  sizes: Population | null,
): Fragment {
  const least = sizes === null ? 1 : Math.ceil(leastActors(sizes))
  return sql`-- the actors of each side that have each item
SELECT
  name,
  property,
  value,
  uniqExactIf(actor, has_converted) AS success,
  uniqExactIf(actor, NOT has_converted) AS failure
FROM (
  ${itemsOfActors(plan, population)}
)
GROUP BY name, property, value
HAVING success + failure >= ${numeral(least)}`
}

function added(parts: readonly (readonly ItemCounts[])[]): ItemCounts[] {
  const [first = []] = parts
  if (parts.length === 1) return [...first]
  const sums = new Map<string, ItemCounts>()
  for (const one of parts.flat()) {
    const key = JSON.stringify([one.name, one.property, one.value])
    const sum = sums.get(key)
    sums.set(
      key,
      sum === undefined
        ? one
        : { ...one, success: sum.success + one.success, failure: sum.failure + one.failure },
    )
  }
  return [...sums.values()]
}

/** Selects one number of a correlation. */
export interface CorrelationCell {
  readonly hasConverted: boolean
  readonly item: AskedItem
}

/**
 * Finds the actors of one side that have the item. A walk finds the actors of the side, and the statement
 * gets them as lists.
 */
export const correlationPeople = (plan: CorrelationPlan, cell: CorrelationCell): EngineQuery<Fragment> => ({
  sql: eventRows(plan.funnel, { cohortId: null, range: null }),
  run: async (executors, options) => {
    const side = sideOf(await walkPopulation(plan, { executors, options }), cell.hasConverted)
    const parts = side.actors.length === 0 ? [side] : partsOf(side)
    return join(
      parts.map((part) => peopleWith(plan, part, cell.item)),
      sql`\nUNION ALL\n`,
    )
  },
})

export const peopleWith = (
  plan: CorrelationPlan,
  population: FunnelPopulation,
  { name, property, value }: AskedItem,
): Fragment =>
  sql`-- the actors that have the item
SELECT DISTINCT key AS actor
FROM (
  ${itemsOfActors(plan, population)}
)
WHERE ${and([
    sql`name = ${text(name)}`,
    ...(property === null ? [] : [sql`property = ${text(property)}`]),
    ...(value === null ? [] : [sql`value = ${text(value)}`]),
  ])}`
