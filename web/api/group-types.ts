import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

/**
 * A group type with its names in the form for sentences: `account`, `accounts`. In headings and lists the
 * page gives them a capital letter.
 */
export interface GroupType {
  readonly index: number
  readonly singular: string
  readonly plural: string
}

/**
 * The group types of a project, ordered by index. All of the page reads them through this function, so that
 * the data under this cache key always have the same form.
 */
export const groupTypes = (projectId: number) =>
  queryOptions({
    queryKey: ['group-types', projectId],
    queryFn: async () => {
      const types = await bodyOf(
        api.GET('/api/projects/{project_id}/groups_types/', {
          params: { path: { project_id: String(projectId) } },
        }),
      )
      return types.map(groupTypeOf)
    },
    staleTime: 300_000,
  })

interface WireType {
  readonly group_type: string
  readonly group_type_index: number
  readonly name_singular: string | null
  readonly name_plural: string | null
}

/**
 * Converts a group type. Its names are those that the project gave it. Missing names are made from the name
 * of the type.
 */
export function groupTypeOf(type: WireType): GroupType {
  const singular = inSentence(type.name_singular || type.group_type)
  const plural = type.name_plural ? inSentence(type.name_plural) : pluralOf(singular)
  return { index: type.group_type_index, singular, plural }
}

/** Returns a name in lower case. An abbreviation at its beginning keeps its capitals: `CRM account`. */
const inSentence = (name: string): string =>
  /^\p{Lu}(?!\p{Lu})/u.test(name) ? `${name.slice(0, 1).toLowerCase()}${name.slice(1)}` : name

function pluralOf(singular: string): string {
  if (/[^aeiou]y$/.test(singular)) return `${singular.slice(0, -1)}ies`
  return /(s|x|z|ch|sh)$/.test(singular) ? `${singular}es` : `${singular}s`
}
