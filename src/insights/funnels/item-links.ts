import type { PeopleLinks } from '#insights/people/people-links.ts'
import { toRowSelector } from '#insights/people/select-row.ts'
import type { FunnelRow } from './answer.ts'
import type { FunnelsQuery } from './query.ts'

/** The parameters that select a number of a funnel. */
export type Selectors = Readonly<Record<string, string | number>>

/** The parameter that selects a row of the breakdown; none without one. */
export const rowSelector = ({ breakdown }: FunnelsQuery, { row }: FunnelRow): Selectors =>
  row === null ? {} : { funnel_step_breakdown: toRowSelector(breakdown, row) }

/** The addresses of these numbers, null where an answer has no room for `total` as long as these. */
export function linksTo(
  links: PeopleLinks | null,
  total: number,
  selected: readonly Selectors[],
): string[] | null {
  if (links === null) return null
  const all = selected.map(links.to)
  return all.every((link) => links.hasRoomFor(total, link)) ? all : null
}
