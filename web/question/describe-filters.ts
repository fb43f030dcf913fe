import type { Filters, PropertyFilter } from '#web/api/query-node.ts'
import { readFilters } from './filters.ts'
import { operatorName, valueWords } from './operators.ts'
import { propertyName } from './property-names.ts'
import { plain, type SentencePart } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Returns one filter in words: `Country is Germany, Austria +2`. */
export function filterWords(filter: PropertyFilter, { cohorts }: Pick<Vocabulary, 'cohorts'>): string {
  if (filter.type === 'cohort') {
    const name = cohorts.find(({ id }) => id === filter.value)?.name ?? `cohort ${filter.value}`
    return `${filter.operator === 'not_in' ? 'not ' : ''}in ${name}`
  }
  return [propertyName(filter.key), operatorName(filter.operator), valueWords(filter)]
    .filter(Boolean)
    .join(' ')
}

/** Returns all filters in words; empty if there are none. */
export function filtersWords(filters: Filters | undefined, vocabulary: Vocabulary): string {
  const groups = readFilters(filters)
  if (groups === null) return 'the filters of the source hold'
  return groups.map((group) => group.map((one) => filterWords(one, vocabulary)).join(' and ')).join(', or ')
}

/**
 * Returns the filters of one event in words that follow its name: ` where plan is team`. Empty if it has
 * none.
 */
export function whereWords(filters: Filters | undefined, vocabulary: Vocabulary): SentencePart[] {
  const words = filtersWords(filters, vocabulary)
  return words === '' ? [] : [plain(` where ${words}`)]
}
