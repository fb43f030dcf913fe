import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api/ask.ts'
import { api, bodyOf } from '#web/api/client.ts'

/** The tables that a statement may select from. */
export const TABLES = ['events', 'persons', 'groups', 'sessions', 'cohort_people'] as const

export interface SchemaColumn {
  readonly name: string
  readonly type: string
}

/** The columns of a table, as the server lists them. */
export const columnsOf = (projectId: number, table: string) =>
  queryOptions({
    queryKey: ['sql-columns', projectId, table],
    queryFn: async ({ signal }): Promise<readonly SchemaColumn[]> => {
      const query = `select * from ${table} limit 0`
      const { types } = await ask({ projectId, node: { kind: 'HogQLQuery', query }, signal })
      return (types ?? []).map(([name = '', type = '']) => ({ name, type: typeWords(type) }))
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The properties of events, as a statement writes them. */
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

/** Returns a property as a statement writes it: `properties.plan`. A name that is not a word is in quotes. */
export const propertyText = (name: string): string =>
  /^[$A-Za-z_][$\w]*$/.test(name)
    ? `properties.${name}`
    : `properties['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`

/** Returns a short word for a type of the engine, such as `Nullable(DateTime64(6, 'UTC'))`. */
export function typeWords(type: string): string {
  if (/DateTime|Date/.test(type)) return 'date'
  if (/Int|Float|Decimal|Numeric/.test(type)) return 'number'
  if (/Bool/.test(type)) return 'true or false'
  return /UUID/.test(type) ? 'uuid' : /String/.test(type) ? 'text' : type.toLowerCase()
}
