import type { PeopleLinks } from '#insights/kind/people-links.ts'
import { toRowSelector } from '#insights/kind/select-row.ts'
import type { FunnelsQuery } from '#insights/runs/question/query.ts'
import type { FunnelRow } from './answer.ts'

/** The parameters that select a number of a funnel. */
export type Selectors = Readonly<Record<string, string | number>>

/** Returns the parameter that selects a row of the breakdown; none without a breakdown. */
export const rowSelector = ({ breakdown }: FunnelsQuery, { row }: FunnelRow): Selectors =>
  row === null ? {} : { funnel_step_breakdown: toRowSelector(breakdown, row) }

/**
 * Returns the addresses of the people behind these numbers. Returns null if there are no links. It also
 * returns null as soon as an address is so long that `total` addresses of its length would not fit into an
 * answer.
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
