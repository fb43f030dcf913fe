/** The actors that finished the funnel and the actors that did not. */
export interface Population {
  readonly successes: number
  readonly failures: number
}

/** The number of actors of each side that have the item. */
export interface SideCounts {
  readonly name: string
  readonly success: number
  readonly failure: number
}

export interface ComparedItem {
  readonly oddsRatio: number
  readonly side: 'success' | 'failure'
}

export interface ComparedSides<Counts extends SideCounts> {
  readonly items: readonly (Counts & ComparedItem)[]
  readonly isSkewed: boolean
}

const ITEMS_OF_A_SIDE = 10
/**
 * An item with fewer actors than this is dropped if they are also less than {@link LEAST_SHARE} of all
 * actors.
 */
const LEAST_ACTORS = 25
const LEAST_SHARE = 0.02
const SKEWED = 10

/**
 * Returns the items that distinguish the sides most: first the items of successes, then the items of
 * failures. docs/semantics/correlation.md has the rules.
 */
export function compareSides<Counts extends SideCounts>(
  counts: readonly Counts[],
  { successes, failures }: Population,
): ComparedSides<Counts> {
  if (successes === 0 || failures === 0) return { items: [], isSkewed: true }
  const least = leastActors({ successes, failures })
  const items = counts
    .filter(({ success, failure }) => success + failure >= least)
    .map((one) => compared(one, { successes, failures }))
    .toSorted((a, b) => b.oddsRatio - a.oddsRatio || (a.name < b.name ? -1 : 1))
  const ofSuccess = items.filter(({ side }) => side === 'success').slice(0, ITEMS_OF_A_SIDE)
  const ofFailure = items
    .filter(({ side }) => side === 'failure')
    .toSorted((a, b) => a.oddsRatio - b.oddsRatio || (a.name < b.name ? -1 : 1))
    .slice(0, ITEMS_OF_A_SIDE)
  const isSkewed = successes > SKEWED * failures || failures > SKEWED * successes
  return { items: [...ofSuccess, ...ofFailure], isSkewed }
}

/** Returns the number of actors below which an item is dropped. */
export const leastActors = ({ successes, failures }: Population): number =>
  Math.min(LEAST_ACTORS, LEAST_SHARE * (successes + failures))

// 1 is added to each count, so that no ratio is divided by zero.
function compared<Counts extends SideCounts>(
  one: Counts,
  { successes, failures }: Population,
): Counts & ComparedItem {
  const { success, failure } = one
  const oddsRatio = ((success + 1) * (failures - failure + 1)) / ((successes - success + 1) * (failure + 1))
  return { ...one, oddsRatio, side: oddsRatio > 1 ? 'success' : 'failure' }
}
