import { ENTITY_FIELDS, toEntityNode } from '#query/legacy/entities.ts'
import { entityField } from '#query/legacy/flat-fields.ts'
import type { FieldEntity } from '#query/legacy/flat-schema.ts'
import type { SeriesNode } from '#query/node.ts'
import type { FieldPaths } from '#shared/field-paths.ts'
import type { RetentionNode } from './query.ts'

const ENTITIES = ['targetEntity', 'returningEntity'] as const

/** The event that a field stands for if it names none. */
const PAGE_VIEW: FieldEntity = { id: '$pageview' }

/**
 * Returns both events of a retention as series, and the paths of the fields of series in the request.
 * @throws RequestError for another type of entity.
 */
export function retentionInSeries(
  { retentionFilter }: Pick<RetentionNode, 'retentionFilter'>,
  at: FieldPaths,
): { readonly series: SeriesNode[]; readonly at: FieldPaths } {
  const places = ENTITIES.map((name) => at('retentionFilter', name))
  const series = ENTITIES.map((name, i) => {
    const { kind, uuid: _, ...entity } = retentionFilter?.[name] ?? {}
    if (Object.keys(entity).length === 0) return toEntityNode(PAGE_VIEW, [], ENTITY_FIELDS)
    const type = entity.type || (kind === 'ActionsNode' ? 'actions' : null)
    return toEntityNode({ ...entity, type }, places[i] ?? [], ENTITY_FIELDS)
  })
  return {
    series,
    at: (...field) => {
      const [section, place, ...rest] = field
      return section === 'series' && typeof place === 'number'
        ? [...(places[place] ?? []), ...entityField(rest)]
        : at(...field)
    },
  }
}
