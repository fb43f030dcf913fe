import fc from 'fast-check'
import { OPERATORS } from '../../src/query/filter.ts'
import { COHORTS } from './cohorts-of-questions.ts'
import {
  EVERYTHING,
  type GivenFilter,
  type GivenGroup,
  type Properties,
  type Scalar,
} from './filter-definition.ts'

/**
 * Keys of properties. The store has a column for two of them and none for the third; the last two need
 * quoting.
 */
const KEYS = ['$browser', '$current_url', 'plan', 'a.b', "it's `x`"]
const TEXTS = ['', '5', ' 5', '5.0', '1 000', 'true', 'abc', 'ABC', 'a b', 'a%b', 'a_b', "it's", 'ü']
/**
 * URLs of action steps. The empty text is left out, because a step with an empty part would match any URL.
 */
export const URLS = TEXTS.filter((text) => text !== '')
/** Dates and Unix times as values of properties. */
const DATES = [
  ...['2024-03-05', '2024-03-05T10:00:00Z', '2024-03-05 23:30:00', '1709632800', 1_709_632_800_123],
  ...[
    1_709_632_800,
    978_307_199,
    '978307199',
    -86_400,
    '-86400',
    '-86400.5',
    0,
    '170963280012',
    '1709632800123456',
  ],
]
/** Dates as values of filters. */
export const ASKED_DATES = [
  ...[
    '2024-03-05',
    '2024-03-05 10:00',
    '2024-03-05T10:00:00Z',
    '-1d',
    '2024-3-5',
    '1969-12-31',
    '2001-01-01',
  ],
]
export const ASKED_VERSIONS = ['5', '1.2.3', 'v0.2', '0.0.3', '1.10.0-beta', '0.0.0']
export const ASKED_WILDCARDS = ['1.*', '5.x', '1.2.*', '0.*.*']
const NUMBERS = [5, 5.5, 0, -3, 1000]
const REGEXES = ['^a', 'b$', 'a.b', '[0-9]+', '^$', 'ABC', '\\s', '']

/** Values that are each asked once with every operator (filters.oracle.test.ts). */
export const ALL_VALUES: readonly Scalar[] = [
  ...TEXTS,
  ...NUMBERS,
  ...[true, false, 0.1, 1e-7, 2 ** 53 - 1],
  ...[
    '1e1',
    '-3',
    '+5',
    '.5',
    '5.',
    '--5',
    '1e',
    '1,000',
    '1_000',
    'nan',
    'inf',
    '1e400',
    '0x10',
    'null',
    'false',
    '[]',
    '{}',
  ],
  ...[
    'a\\b',
    'a\\',
    '\\',
    'a\\%b',
    '\\%',
    '\\_',
    '%',
    '_',
    '%%',
    'a"b',
    '`',
    '{p:String}',
    '$1',
    '?',
    '--',
    '/*',
  ],
  ...['Ü', '😀', 'a😀b', ' ', '\t5'],
  ...[
    '2024-03-05',
    '2024-3-5',
    '2024-03-04',
    '2024-03-06',
    '2024-02-30',
    '2024-13-01',
    '2024-0-1',
    '0000-01-01',
  ],
  ...['2024-03-05T04:59:59.999Z', '2024-03-05T05:00:00Z', '2024-03-06T04:59:59Z', '2024-03-05T10:00:00+0530'],
  ...[
    '2024-03-05 10:00',
    '2024-03-05 10:00:00.999',
    '2024-03-05 10:00:01',
    '2024-03-05T25:00',
    '2024-03-05T10:60',
  ],
  ...['1709632800', '17096328001', '1709632800.5', '170963280', 1_709_632_800, 1_709_632_800_123, '20240305'],
  ...[
    'v1.2.3',
    '1.2.3-beta',
    '1.2.4+5',
    '1.10',
    '1.2.3.4',
    '0.2.5',
    '0.3',
    '0.0.3',
    'V1.',
    '1..2',
    ' 1.2.3\n',
    '1.2.3\nb',
  ],
  ...['/p/', '/p?a=1', '/p/#top?a', '/p//?', '/', '?', '/p/q', 'p'],
  ...['05/03/2024', '2024-03', '2300-01-01', '1899-12-31', '1900-01-02', '2299-12-30', '1969-12-31'],
]
export const ALL_REGEXES = [...REGEXES, '\\d', '^5|ü', 'a\\\\', "'", '^.$', '[^a]', '\\.', '%', '\\p{L}']

const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...TEXTS) },
  { weight: 2, arbitrary: fc.constantFrom(...NUMBERS) },
  { weight: 1, arbitrary: fc.boolean() },
  { weight: 1, arbitrary: fc.constantFrom(...DATES) },
)

export const givenProperties: fc.Arbitrary<Properties> = fc.dictionary(
  fc.constantFrom(...KEYS),
  fc.oneof({ weight: 9, arbitrary: scalar }, { weight: 1, arbitrary: fc.constant(null) }),
  { maxKeys: 2, noNullPrototype: true },
)

const oneOrMore = <T extends Scalar>(value: fc.Arbitrary<T>) =>
  fc.oneof(value, fc.array(value, { minLength: 1, maxLength: 3 }))

const SUBJECTS = [
  ...[{}, {}, {}, {}, { type: 'event' }, { type: 'person' }, { type: 'person' }],
  ...[
    { type: 'group', group_type_index: 0 },
    { type: 'group', group_type_index: 4 },
  ],
] as const

const number = fc.constantFrom<Scalar>(...NUMBERS, ' 5', '5.0', '1 000', '-3')
const bounds = fc
  .tuple(fc.constantFrom(...NUMBERS), fc.constantFrom(...NUMBERS))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)])

/** Filters on whether the event's person is in one of `COHORTS`. */
const cohortFilter: fc.Arbitrary<GivenFilter> = fc.record({
  key: fc.constant('id'),
  type: fc.constant('cohort'),
  operator: fc.constantFrom('exact', 'is_not'),
  value: fc.constantFrom(...COHORTS.keys()),
})

/** Filters with every operator, each with values that it can read. */
const propertyFilter: fc.Arbitrary<GivenFilter> = fc
  .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...OPERATORS), fc.constantFrom(...SUBJECTS))
  .chain(([name, operator, subject]): fc.Arbitrary<GivenFilter> => {
    const key = { key: name, ...subject }
    if (operator === 'is_set' || operator === 'is_not_set') return fc.constant({ ...key, operator })
    if (operator === 'between' || operator === 'not_between')
      return bounds.map((value) => ({ ...key, operator, value }))
    if (operator.startsWith('semver_')) {
      const versions = operator === 'semver_wildcard' ? ASKED_WILDCARDS : ASKED_VERSIONS
      return fc.constantFrom(...versions).map((value) => ({ ...key, operator, value }))
    }
    if (operator.startsWith('is_date_'))
      return fc.constantFrom(...ASKED_DATES).map((value) => ({ ...key, operator, value }))
    const isRegex = operator === 'regex' || operator === 'not_regex'
    const isComparison = ['gt', 'gte', 'lt', 'lte'].includes(operator)
    if (isComparison) return number.map((value) => ({ ...key, operator, value }))
    const one = isRegex ? fc.constantFrom(...REGEXES) : scalar
    return oneOrMore(one).map((value) => ({ ...key, operator, value }))
  })

const filter = fc.oneof({ weight: 5, arbitrary: propertyFilter }, { weight: 1, arbitrary: cohortFilter })

const nested: fc.Arbitrary<GivenGroup> = fc.letrec<{ group: GivenGroup }>((tie) => ({
  group: fc.record({
    type: fc.constantFrom('AND', 'OR'),
    values: fc.array(fc.oneof({ depthSize: 'small', withCrossShrink: true }, filter, tie('group')), {
      maxLength: 3,
    }),
  }),
})).group

/** Mostly no filter or one, so that events are counted at all; sometimes groups within groups. */
export const givenGroup: fc.Arbitrary<GivenGroup> = fc.oneof(
  { weight: 5, arbitrary: fc.constant(EVERYTHING) },
  { weight: 4, arbitrary: filter.map((one): GivenGroup => ({ type: 'AND', values: [one] })) },
  { weight: 2, arbitrary: nested },
)
