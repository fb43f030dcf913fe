import { z } from 'zod'
import type { Table } from '#insights/kind/kind.ts'
import { linkWithRoom, type PeopleLinks } from '#insights/kind/people-links.ts'
import type { Picture } from '#insights/kind/picture.ts'
import type { PathsQuery } from './query.ts'
import type { PathsAnswer } from './shape.ts'

export const PathItem = z
  .object({
    source: z.string().describe('The step, counted from 1, and the item, such as `1_/prices`.'),
    target: z.string().describe('The next step and its item, such as `2_paid`.'),
    value: z.int().describe('The number of paths that have this edge.'),
    average_conversion_time: z.number().describe('In milliseconds, from source to target.'),
    people_url: z
      .string()
      .nullable()
      .describe(
        'The address of the actors of these paths. Null if the question or the item is too long for an address.',
      ),
    dropoff_people_url: z
      .string()
      .nullable()
      .describe('The address of the actors whose session ended with the target.'),
  })
  .meta({ id: 'PathItem' })
export type PathItem = z.infer<typeof PathItem>

export const pathItems = (
  _query: PathsQuery,
  { edges }: PathsAnswer,
  links: PeopleLinks | null,
): PathItem[] =>
  edges.map(({ source, target, value, averageMs }) => {
    const to = (selectors: Readonly<Record<string, string>>) =>
      linkWithRoom(links, 2 * edges.length, selectors)
    return {
      source,
      target,
      value,
      average_conversion_time: averageMs,
      people_url: to({ path_start_key: source, path_end_key: target }),
      dropoff_people_url: to({ path_dropoff_key: target }),
    }
  })

/** Returns a table with a row for each edge. */
export const pathTable = (_query: PathsQuery, { edges }: PathsAnswer): Table => ({
  columns: ['source', 'target', 'value', 'average_conversion_time'],
  rows: edges.map(({ source, target, value, averageMs }) => [source, target, value, averageMs]),
})

export function pathPicture(_query: PathsQuery, { edges }: PathsAnswer): Picture {
  if (edges.length === 0) return null
  return {
    chart: {
      form: 'flow',
      links: edges.map(({ source, target, value }) => ({ source, target, value })),
    },
    table: {
      columns: [
        { title: 'From', format: 'text' },
        { title: 'To', format: 'text' },
        { title: 'Paths', format: 'number' },
        { title: 'Average time', format: 'duration' },
      ],
      rows: edges.map(({ source, target, value, averageMs }) => [source, target, value, averageMs / 1_000]),
    },
  }
}
