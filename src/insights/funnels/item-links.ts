import type { PeopleLinks } from '#insights/people/people-links.ts'
import { toRowSelector } from '#insights/people/select-row.ts'
import type { FunnelRow } from './answer.ts'
import type { FunnelsQuery } from './query.ts'

/** The parameters that select a number of a funnel. */
export type Selectors = Readonly<Record<string, string | number>>

/** The parameter that selects a row of the breakdown; none without one. */
export const rowSelector = ({ breakdown }: FunnelsQuery, { row }: FunnelRow): Selectors =>
  row === null ? {} : { funnel_step_breakdown: toRowSelector(breakdown, row) }

/**
 * The addresses of these numbers, null where an answer has no room for `total` as long as these: no more
 * are made than fit.
 */
export function linksTo(
  links: PeopleLinks | null,
  total: number,
  selected: Iterable<Selectors>,
): string[] | null {
  if (links === null) return null
  const all: string[] = []
  for (const selectors of selected) {
    const link = links.to(selectors)
    if (!links.hasRoomFor(total, link)) return null
    all.push(link)
  }
  return all
}
