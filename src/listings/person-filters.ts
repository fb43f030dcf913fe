import type { FilterGroup, PropertyFilter } from '#query/filter.ts'
import { ON_PERSONS, parseFilters } from '#query/parse-filters.ts'

/**
 * Parses the property filters of a list of persons, in any form that {@link parseFilters} takes.
 * @throws RequestError for a malformed filter, and for a filter that is not about the person.
 */
export const parsePersonFilters = (value: unknown, attr: string): FilterGroup =>
  parseFilters(value, [attr], ON_PERSONS)

/** Returns the condition that a person property is exactly this text. */
export const personPropertyIs = (key: string, value: string): PropertyFilter => ({
  kind: 'filter',
  on: 'person',
  key,
  operator: 'exact',
  values: [value],
})
