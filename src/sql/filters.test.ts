import { expect, test } from 'vitest'
import { sql, text } from '#fragments/fragment.ts'
import { instantInText } from '#fragments/instant-in-text.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { type Filter, type FilterGroup, OPERATORS, type Operator } from '#query/filter.ts'
import { VERSION_PATTERN } from '#query/version-range.ts'
import { eventScope, personScope } from './filter-scope.ts'
import { filterCondition, groupCondition } from './filters.ts'
import { propertyText } from './json-properties.ts'
import { MIRRORED_PROPERTIES } from './property-source.ts'

const CALENDAR = {
  timezone: 'Europe/Berlin',
  weekStartDay: 0,
  nowMs: Date.parse('2026-11-20T12:34:56.789Z'),
} as const
const RANGE = { fromMs: Date.parse('2026-11-18T10:00:00Z'), toMs: Date.parse('2026-11-20T00:00:00Z') }
const ON_EVENTS = eventScope({ projectId: 7, hasMerges: false, calendar: CALENDAR, range: RANGE })

const filter = (key: string, operator: Operator, ...values: string[]) =>
  ({ kind: 'filter', on: 'event', key, operator, values }) as const
const printed = (key: string, operator: Operator, ...values: string[]) =>
  renderLiterals(filterCondition(filter(key, operator, ...values), ON_EVENTS))

const number = "ifNotFinite(toFloat64OrNull(replaceAll(properties.`$os`, ' ', '')), NULL)"
const instant = renderLiterals(instantInText(sql`properties.\`$os\``, 'Europe/Berlin'))
const VERSION = renderLiterals(sql`${text(VERSION_PATTERN)}`)
const isVersion = `match(properties.\`$os\`, ${VERSION})`
const version = `arrayMap(part -> toInt64OrZero(part), arrayResize(splitByChar('.', extract(ifNull(properties.\`$os\`, ''), ${VERSION})), 3))`
const parts = (from: string, before: string) => `(${version} ${from}) AND (${version} ${before})`
const versions = (from: string, before: string) => `(${isVersion}) AND (${parts(from, before)})`
const CONDITIONS: readonly [Operator, string[], string][] = [
  ['exact', ['Mac'], "ifNull(properties.`$os` IN ['Mac'], false)"],
  ['exact', ['Mac', 'iOS'], "ifNull(properties.`$os` IN ['Mac', 'iOS'], false)"],
  ['is_not', ['Mac', 'iOS'], "NOT ifNull(properties.`$os` IN ['Mac', 'iOS'], false)"],
  ['icontains', ['ma'], "ifNull(properties.`$os` ILIKE '%ma%', false)"],
  [
    'icontains',
    ['ma', 'io'],
    "ifNull(multiSearchAnyCaseInsensitiveUTF8(CAST(properties.`$os`, 'Nullable(String)'), ['ma', 'io']), false)",
  ],
  // A text with wildcards is a condition of its own. So is the empty text, which every value contains.
  [
    'icontains',
    ['ma', 'm_c', 'io', ''],
    "ifNull((multiSearchAnyCaseInsensitiveUTF8(CAST(properties.`$os`, 'Nullable(String)'), ['ma', 'io'])) OR (properties.`$os` ILIKE '%m_c%') OR (properties.`$os` ILIKE '%%'), false)",
  ],
  ['icontains', ['a_b_c_d_e_f'], "ifNull(properties.`$os` ILIKE '%a_b_c_d_e_f%', false)"],
  [
    'icontains',
    ['a__________%'],
    "ifNull(substringUTF8(properties.`$os`, 1, 2048) ILIKE '%a__________%%', false)",
  ],
  // `%` and `_` are wildcards. A backslash stands for itself: it is doubled for ILIKE, and again for the
  // literal.
  ['icontains', ['50%\\_'], "ifNull(properties.`$os` ILIKE '%50%\\\\\\\\_%', false)"],
  ['not_icontains', ['ma'], "NOT ifNull(properties.`$os` ILIKE '%ma%', false)"],
  ['starts_with', ['ma'], "ifNull(properties.`$os` ILIKE 'ma%', false)"],
  [
    'starts_with',
    ['ma', 'm_c', 'io', ''],
    "ifNull((has(multiSearchAllPositionsCaseInsensitiveUTF8(CAST(properties.`$os`, 'Nullable(String)'), ['ma', 'io']), 1)) OR (properties.`$os` ILIKE 'm_c%') OR (properties.`$os` ILIKE '%'), false)",
  ],
  ['starts_with', ['50%\\_'], "ifNull(properties.`$os` ILIKE '50%\\\\\\\\_%', false)"],
  [
    'starts_with',
    ['a__________%'],
    "ifNull(substringUTF8(properties.`$os`, 1, 2048) ILIKE 'a__________%%', false)",
  ],
  ['not_starts_with', ['ma'], "NOT ifNull(properties.`$os` ILIKE 'ma%', false)"],
  ['ends_with', ['OS'], "ifNull(properties.`$os` ILIKE '%OS', false)"],
  [
    'ends_with',
    ['OS', 'ü😀'],
    "ifNull(has(multiSearchAllPositionsCaseInsensitiveUTF8(reverseUTF8(CAST(properties.`$os`, 'Nullable(String)')), ['SO', '😀ü']), 1), false)",
  ],
  ['not_ends_with', ['OS'], "NOT ifNull(properties.`$os` ILIKE '%OS', false)"],
  ['regex', ['^M|i'], "ifNull(match(substringUTF8(properties.`$os`, 1, 2048), '^M|i'), false)"],
  ['not_regex', ['^M'], "NOT ifNull(match(substringUTF8(properties.`$os`, 1, 2048), '^M'), false)"],
  ['gt', ['5'], `ifNull(${number} > 5e+0, false)`],
  ['gte', [' 1 000 '], `ifNull(${number} >= 1e+3, false)`],
  ['lt', ['-0.5'], `ifNull(${number} < -5e-1, false)`],
  ['lte', ['1', '2'], `ifNull((${number} <= 1e+0) OR (${number} <= 2e+0), false)`],
  // The text is not a number, so the comparison never holds.
  ['gt', ['many'], `ifNull(${number} > NULL, false)`],
  ['gt', [''], `ifNull(${number} > NULL, false)`],
  ['gt', ['Infinity'], `ifNull(${number} > NULL, false)`],
  ['between', ['1', ' 1 000'], `ifNull(${number} BETWEEN 1e+0 AND 1e+3, false)`],
  ['not_between', ['-1', '1'], `ifNull(${number} NOT BETWEEN -1e+0 AND 1e+0, false)`],
  // The day is 24 hours long, and begins at midnight in Berlin.
  ['is_date_before', ['2026-11-18'], `ifNull(${instant} < 1794956400000, false)`],
  ['is_date_after', ['-2d'], `ifNull(${instant} > 1794956400000, false)`],
  ['is_date_after', ['-2h'], `ifNull(${instant} > 1795170840000, false)`],
  [
    'is_date_exact',
    ['2026-11-18'],
    `ifNull(${instant} >= 1794956400000 AND ${instant} < 1795042800000, false)`,
  ],
  [
    'is_date_exact',
    ['2026-11-18T10:00:00.5Z'],
    `ifNull(${instant} >= 1794996000000 AND ${instant} < 1794996001000, false)`,
  ],
  [
    'is_cleaned_path_exact',
    ['/a/?b'],
    "ifNull(replaceRegexpOne(properties.`$os`, '/*(?:[?#][\\\\s\\\\S]*)?$', '') IN ['/a'], false)",
  ],
  [
    'semver_eq',
    ['1.2'],
    `ifNull(${versions(">= CAST([1, 2, 0], 'Array(Int64)')", "< CAST([1, 2, 1], 'Array(Int64)')")}, false)`,
  ],
  [
    'semver_neq',
    ['1.2'],
    `ifNull((${isVersion}) AND (NOT (${parts(">= CAST([1, 2, 0], 'Array(Int64)')", "< CAST([1, 2, 1], 'Array(Int64)')")})), false)`,
  ],
  ['semver_gt', ['1.2'], `ifNull((${isVersion}) AND (${version} >= CAST([1, 2, 1], 'Array(Int64)')), false)`],
  [
    'semver_gte',
    ['1.2'],
    `ifNull((${isVersion}) AND (${version} >= CAST([1, 2, 0], 'Array(Int64)')), false)`,
  ],
  [
    'semver_lt',
    ['1.2'],
    `ifNull(${versions(">= CAST([0, 0, 0], 'Array(Int64)')", "< CAST([1, 2, 0], 'Array(Int64)')")}, false)`,
  ],
  [
    'semver_lte',
    ['1.2'],
    `ifNull(${versions(">= CAST([0, 0, 0], 'Array(Int64)')", "< CAST([1, 2, 1], 'Array(Int64)')")}, false)`,
  ],
  [
    'semver_tilde',
    ['1.2'],
    `ifNull(${versions(">= CAST([1, 2, 0], 'Array(Int64)')", "< CAST([1, 3, 0], 'Array(Int64)')")}, false)`,
  ],
  [
    'semver_caret',
    ['1.2'],
    `ifNull(${versions(">= CAST([1, 2, 0], 'Array(Int64)')", "< CAST([2, 0, 0], 'Array(Int64)')")}, false)`,
  ],
  [
    'semver_wildcard',
    ['1.2.*'],
    `ifNull(${versions(">= CAST([1, 2, 0], 'Array(Int64)')", "< CAST([1, 3, 0], 'Array(Int64)')")}, false)`,
  ],
  ['is_set', [], 'properties.`$os` IS NOT NULL'],
  ['is_not_set', [], 'NOT properties.`$os` IS NOT NULL'],
]

test.each(CONDITIONS)('%s %j', (operator, values, expected) => {
  expect(printed('$os', operator, ...values)).toBe(expected)
})

test('every operator is above', () => {
  expect(new Set(CONDITIONS.map(([operator]) => operator))).toEqual(new Set(OPERATORS))
})

test.each([
  ['plan', "CAST(properties.`plan`, 'Nullable(String)')"],
  ['a.b', "CAST(properties.`a%2Eb`, 'Nullable(String)')"],
  ['a`b\\', "CAST(properties.`a\\`b\\\\`, 'Nullable(String)')"],
  ['a\ud800', "CAST(properties.`a\uFFFD`, 'Nullable(String)')"],
  ['$browser', 'properties.`$browser`'],
  // Keys that have a meaning in paths of the JSON type are read from the text.
  ['^plan', "JSONExtract(properties_raw, '^plan', 'Nullable(String)')"],
  ['a%2Eb', "JSONExtract(properties_raw, 'a%2Eb', 'Nullable(String)')"],
  ['$BROWSER', "CAST(properties.`$BROWSER`, 'Nullable(String)')"],
])('the property %j is read as %s', (key, expected) => {
  expect(renderLiterals(propertyText(key))).toBe(expected)
})

test.each([
  [
    'plan',
    "(CAST(properties.`plan`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`plan`)))",
  ],
  ['^plan', "JSONExtract(properties_raw, '^plan', 'Nullable(String)') IS NOT NULL"],
])('%s is set where it has a text or is an object', (key, expected) => {
  expect(printed(key, 'is_set')).toBe(expected)
  expect(printed(key, 'is_not_set')).toBe(`NOT ${expected}`)
})

// The mirror of persons has no typed paths, so the same keys are read with a CAST.
test.each([
  ['$browser', "CAST(properties.`$browser`, 'Nullable(String)')"],
  ['a.b', "CAST(properties.`a%2Eb`, 'Nullable(String)')"],
  ['^plan', "JSONExtract(properties_raw, '^plan', 'Nullable(String)')"],
])('the property %j of a person is read as %s', (key, expected) => {
  expect(renderLiterals(propertyText(key, MIRRORED_PROPERTIES))).toBe(expected)
})

test('a filter group over persons reads their properties, at any depth', () => {
  const person = (key: string, operator: Operator, ...values: string[]) =>
    ({ ...filter(key, operator, ...values), on: 'person' }) as const
  const asked = group(
    'or',
    group('and', person('$os', 'is_set'), person('$lib', 'gt', '1')),
    person('$lib', 'is_not', 'x'),
  )
  const ofPersons = groupCondition(asked, personScope(CALENDAR))
  expect(ofPersons && renderLiterals(ofPersons)).toBe(
    "(((CAST(properties.`$os`, 'Nullable(String)') IS NOT NULL OR notEmpty(JSONAllPaths(properties.^`$os`)))) AND " +
      "(ifNull(ifNotFinite(toFloat64OrNull(replaceAll(CAST(properties.`$lib`, 'Nullable(String)'), ' ', '')), NULL) > 1e+0, false))) OR " +
      "(NOT ifNull(CAST(properties.`$lib`, 'Nullable(String)') IN ['x'], false))",
  )
})

const group = (combine: 'and' | 'or', ...members: FilterGroup['members']): FilterGroup => ({
  kind: 'group',
  combine,
  members,
})
const isSet = (key: string) => filter(key, 'is_set')

test.each<[string, FilterGroup, string | null]>([
  ['an empty group', group('or'), null],
  ['groups that are empty inside', group('and', group('or'), group('and', group('or'))), null],
  ['one filter', group('or', isSet('$os')), 'properties.`$os` IS NOT NULL'],
  [
    'any of two',
    group('or', isSet('$os'), isSet('$lib')),
    '(properties.`$os` IS NOT NULL) OR (properties.`$lib` IS NOT NULL)',
  ],
  [
    'an empty group beside a filter, which would be true of anything',
    group('or', group('and'), isSet('$os')),
    'properties.`$os` IS NOT NULL',
  ],
  [
    'groups in groups',
    group('and', group('or', isSet('$os'), isSet('$lib')), isSet('$host')),
    '((properties.`$os` IS NOT NULL) OR (properties.`$lib` IS NOT NULL)) AND (properties.`$host` IS NOT NULL)',
  ],
])('%s', (_name, asked, expected) => {
  const condition = groupCondition(asked, ON_EVENTS)
  expect(condition && renderLiterals(condition)).toBe(expected)
})

test.each<[string, Filter]>([['cohort', { kind: 'filter', on: 'cohort', cohortId: 1, isMember: true }]])(
  'a filter of type %s over events is refused with a code',
  (_type, asked) => {
    expect(() => filterCondition(asked, ON_EVENTS)).toThrow(
      expect.objectContaining({ code: 'not_supported' }),
    )
  },
)
