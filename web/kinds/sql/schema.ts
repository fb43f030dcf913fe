import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { api, bodyOf } from '#web/api/client.ts'

/** What a statement may read. */
export const TABLES = ['events', 'persons', 'groups', 'sessions', 'cohort_people'] as const

export interface SchemaColumn {
  readonly name: string
  readonly type: string
}

/** The columns of a table, as the server answers them. */
export const columnsOf = (projectId: number, table: string) =>
  queryOptions({
    queryKey: ['sql-columns', projectId, table],
    queryFn: async ({ signal }): Promise<readonly SchemaColumn[]> => {
      const node = { kind: 'HogQLQuery', query: `select * from ${table} limit 0` }
      const { types } = (await ask({ projectId, node, signal })) as { types?: string[][] | null }
      return (types ?? []).map(([name = '', type = '']) => ({ name, type: typeWords(type) }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The names of the properties of events, as they are written in statements. */
export const eventProperties = (projectId: number) =>
  queryOptions({
    queryKey: ['sql-properties', projectId],
    queryFn: async (): Promise<readonly SchemaColumn[]> => {
      const { results } = await bodyOf(
        api.GET('/api/projects/{project_id}/property_definitions/', {
          params: { path: { project_id: String(projectId) }, query: { type: 'event', limit: 200 } },
        }),
      )
      return results.map(({ name, property_type }) => ({
        name: propertyText(name),
        type: typeWords(property_type ?? ''),
      }))
    },
    staleTime: 300_000,
  })

/** `properties.plan`; in quotes where the name is no word. */
export const propertyText = (name: string): string =>
  /^[$A-Za-z_][$\w]*$/.test(name)
    ? `properties.${name}`
    : `properties['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`

/** `Nullable(DateTime64(6, 'UTC'))` in a word. */
export function typeWords(type: string): string {
  if (/DateTime|Date/.test(type)) return 'date'
  if (/Int|Float|Decimal|Numeric/.test(type)) return 'number'
  if (/Bool/.test(type)) return 'true or false'
  return /UUID/.test(type) ? 'uuid' : /String/.test(type) ? 'text' : type.toLowerCase()
}
