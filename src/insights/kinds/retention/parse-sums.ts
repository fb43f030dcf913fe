import type { Warning } from '#contract/warning.ts'
import type { Mention } from '#query/mentions.ts'
import { notUsed } from '#query/not-used.ts'
import { requireOneOf } from '#query/refuse.ts'
import { requireText } from '#query/required.ts'
import { attrOf, type FieldPaths } from '#shared/field-paths.ts'
import { isGiven } from '#shared/json-value.ts'
import { notSupported } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import type { RetentionNode } from './query.ts'

/**
 * A sum that a question asks for: the property whose numbers are added up, and whether a value is the sum
 * or the mean.
 */
export interface Summed {
  /** With `avg`, a value is the sum divided by the number of actors that the value counts. */
  readonly as: 'sum' | 'avg'
  readonly property: { readonly on: 'event' | 'person'; readonly key: string }
}

const AGGREGATIONS = ['count', 'sum', 'avg'] as const
const OWNERS = ['event', 'person'] as const

/**
 * Returns the property that the values of a question add up; null for a question that only counts actors.
 * @throws RequestError for a sum without a property, and for a sum of rolling windows or of a cumulative
 * retention, for which no sum is defined.
 */
export function parseSums({ retentionFilter }: RetentionNode, at: FieldPaths): Summed | null {
  const place = (field: string) => at('retentionFilter', field)
  const as = requireOneOf(retentionFilter?.aggregationType || 'count', AGGREGATIONS, {
    noun: 'aggregation',
    path: place('aggregationType'),
    all: [],
  })
  if (as === 'count') return null
  const key = requireText(retentionFilter?.aggregationProperty, place('aggregationProperty'))
  const on = requireOneOf(retentionFilter?.aggregationPropertyType || 'event', OWNERS, {
    noun: 'type of the property of an aggregation',
    path: place('aggregationPropertyType'),
    all: ['data_warehouse'],
  })
  if (retentionFilter?.timeWindowMode === '24_hour_windows')
    throw notSupported('A sum or a mean of rolling windows', attrOf(place('timeWindowMode')))
  if (retentionFilter?.cumulative === true)
    throw notSupported('A sum or a mean of a cumulative retention', attrOf(place('cumulative')))
  return { as, property: { on, key } }
}

/**
 * Returns warnings about fields that have no effect: fields of sums in a question without a sum, and a
 * field that the sum does not read.
 */
export function sumWarnings(summed: Summed | undefined, node: RetentionNode, at: FieldPaths): Warning[] {
  const {
    aggregationProperty,
    aggregationPropertyType: type,
    minimumOccurrences,
  } = node.retentionFilter ?? {}
  const warning = (field: string, why: string) => notUsed(at('retentionFilter', field), why)
  if (summed !== undefined)
    return (minimumOccurrences ?? 1) > 1
      ? [
          warning(
            'minimumOccurrences',
            'a sum or a mean uses the numbers of all returning events. Leave it out.',
          ),
        ]
      : []
  const why = 'the question counts actors. Leave it out, or choose the aggregation type sum or avg.'
  return [
    ...(isGiven(aggregationProperty) ? [warning('aggregationProperty', why)] : []),
    // No warning is given for the default, because clients leave it in place.
    ...(isGiven(type) && type !== 'event' ? [warning('aggregationPropertyType', why)] : []),
  ]
}

/** Returns the mention of the property of a sum. */
export function summedMentions({ retentionFilter }: RetentionNode, at: FieldPaths): Mention[] {
  const { aggregationType, aggregationProperty: key, aggregationPropertyType } = retentionFilter ?? {}
  if (!key || !aggregationType || aggregationType === 'count') return []
  const type = aggregationPropertyType === 'person' ? 'person' : 'event'
  return [
    {
      of: 'property',
      property: { type, groupTypeIndex: -1, name: storableName(key) },
      attr: attrOf(at('retentionFilter', 'aggregationProperty')),
    },
  ]
}
