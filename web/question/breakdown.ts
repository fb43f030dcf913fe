import type { FilterType, QueryNode } from '#web/api/query-node.ts'

/** One of the properties that a question is broken down by. */
export interface BreakdownPart {
  readonly type: FilterType
  /** The name of the property. For a breakdown by cohorts, a list of their numbers, which may have `all`. */
  readonly property: string | readonly (number | string)[]
  readonly groupTypeIndex?: number
  /** The number of bins of equal width, if the values are numbers and are put into bins. */
  readonly bins?: number
}

export interface BreakdownAsked {
  readonly parts: readonly BreakdownPart[]
  /** The largest number of rows; null for the default of the kind. */
  readonly limit: number | null
}

type Section = Readonly<Record<string, unknown>>

const number = (value: unknown) => (typeof value === 'number' ? value : undefined)

function partOf(type: unknown, property: unknown, groupTypeIndex: unknown, bins: unknown): BreakdownPart {
  const [index, count] = [number(groupTypeIndex), number(bins)]
  return {
    type: (type || 'event') as FilterType,
    property: Array.isArray(property) ? property : String(property),
    ...(index === undefined ? {} : { groupTypeIndex: index }),
    ...(count === undefined ? {} : { bins: count }),
  }
}

/** Parses the breakdown of a node, which may be in any of its forms. */
export function readBreakdown(section: Section | null | undefined): BreakdownAsked {
  const limit = number(section?.['breakdown_limit']) ?? null
  const several = section?.['breakdowns']
  if (Array.isArray(several) && several.length > 0)
    return {
      limit,
      parts: several.map((one: Section) =>
        partOf(
          one['type'],
          one['property'] ?? one['value'],
          one['group_type_index'],
          one['histogram_bin_count'],
        ),
      ),
    }
  const single = section?.['breakdown']
  if (single === undefined || single === null || single === '') return { limit, parts: [] }
  const {
    breakdown_type: type,
    breakdown_group_type_index: index,
    breakdown_histogram_bin_count: bins,
  } = section as Section
  return { limit, parts: [partOf(type, single, index, bins)] }
}

/**
 * Returns a text that identifies the properties of a breakdown: questions with equal properties have equal
 * texts. It is empty without a breakdown.
 */
export const breakdownFamily = (question: QueryNode): string =>
  readBreakdown(question.breakdownFilter)
    .parts.map(
      ({ type, property, groupTypeIndex = '' }) => `${type}${groupTypeIndex} ${[property].flat().join(' ')}`,
    )
    .join(', ')

/**
 * Returns the section of the node for a breakdown; undefined if there is none. A single property is written
 * in the form that all kinds accept.
 */
export function writeBreakdown({ parts, limit }: BreakdownAsked): Section | undefined {
  const [first, second] = parts
  if (first === undefined) return undefined
  const rows = limit === null ? {} : { breakdown_limit: limit }
  if (second === undefined)
    return {
      breakdown: first.property,
      breakdown_type: first.type,
      ...(first.groupTypeIndex === undefined ? {} : { breakdown_group_type_index: first.groupTypeIndex }),
      ...(first.bins === undefined ? {} : { breakdown_histogram_bin_count: first.bins }),
      ...rows,
    }
  return {
    breakdowns: parts.map(({ type, property, groupTypeIndex, bins }) => ({
      type,
      property,
      ...(groupTypeIndex === undefined ? {} : { group_type_index: groupTypeIndex }),
      ...(bins === undefined ? {} : { histogram_bin_count: bins }),
    })),
    ...rows,
  }
}
