import { describe, expect, test } from 'vitest'
import { PATTERN_LIMITS } from '#values/pattern-limits.ts'
import { type FilterGroup, NO_RESTRICTION, OPERATORS } from './filter.ts'
import { LIMITS } from './limits.ts'
import { parseFilters } from './parse-filters.ts'

const read = (value: unknown) => parseFilters(value, ['properties'])
const filter = (key: string, operator: string, ...values: string[]) => ({
  kind: 'filter',
  on: 'event',
  key,
  operator,
  values,
})
const all = (...members: unknown[]) => ({ kind: 'group', combine: 'and', members })
const any = (...members: unknown[]) => ({ kind: 'group', combine: 'or', members })
const refusal = (code: string, attr: string) => expect.objectContaining({ kind: 'invalid', code, attr })

describe('accepted forms', () => {
  const paid = { key: 'plan', value: 'paid' }
  const mac = { key: '$os', value: ['Mac', 'iOS'], operator: 'is_not', type: 'event' }
  const readPaid = filter('plan', 'exact', 'paid')
  const readMac = filter('$os', 'is_not', 'Mac', 'iOS')

  test.each<[string, unknown, unknown]>([
    ['nothing', undefined, NO_RESTRICTION],
    ['null', null, NO_RESTRICTION],
    ['an empty text', '', NO_RESTRICTION],
    ['an empty list', [], all()],
    ['an empty object', {}, all()],
    ['a list', [paid, mac], all(readPaid, readMac)],
    ['a group', { type: 'AND', values: [paid] }, all(readPaid)],
    ['a group in lower case', { type: 'or', values: [paid, mac] }, any(readPaid, readMac)],
    ['an empty group', { type: 'OR', values: [] }, any()],
    [
      'nested groups',
      {
        type: 'AND',
        values: [
          { type: 'OR', values: [paid, { type: 'AND', values: [mac, paid] }] },
          { type: 'AND', values: [] },
        ],
      },
      all(any(readPaid, all(readMac, readPaid)), all()),
    ],
    ['a group in a list', [{ type: 'OR', values: [paid] }, mac], all(any(readPaid), readMac)],
    ['JSON text of a list', JSON.stringify([paid]), all(readPaid)],
    ['JSON text of a group', JSON.stringify({ type: 'OR', values: [mac] }), any(readMac)],
    ['JSON text of null', 'null', NO_RESTRICTION],
    [
      'the oldest form',
      { plan: 'paid', $os__is_not: ['Mac', 'iOS'], age__gte: 18 },
      all(readPaid, readMac, filter('age', 'gte', '18')),
    ],
    [
      'the oldest form of keys with two underscores',
      { a__b: 1, a__b__icontains: 'x', c__not_starts_with: 'y', __gt: 2 },
      all(
        filter('a__b', 'exact', '1'),
        filter('a__b', 'icontains', 'x'),
        filter('c', 'not_starts_with', 'y'),
        filter('__gt', 'exact', '2'),
      ),
    ],
    ['JSON text of the oldest form', '{"plan": "paid"}', all(readPaid)],
  ])('%s', (_name, value, expected) => {
    expect(read(value)).toEqual(expected)
  })

  test.each([
    ['text', 'a b', ['a b']],
    ['a number', 5, ['5']],
    ['a fraction', 0.1, ['0.1']],
    ['true', true, ['true']],
    ['a list', ['a', 5, false], ['a', '5', 'false']],
  ])('%s is compared as text', (_name, value, values) => {
    expect(read([{ key: 'k', value }])).toEqual(all(filter('k', 'exact', ...values)))
  })

  test('an empty list, which a form sends until a value is chosen, restricts nothing', () => {
    expect(read([{ key: 'k', value: [] }])).toEqual(all(NO_RESTRICTION))
  })

  const OTHERS = ['is_set', 'is_not_set', 'between', 'not_between', 'is_date_exact', 'is_date_before']
  const isOther = (name: string) => [...OTHERS, 'is_date_after', 'semver_wildcard'].includes(name)
  test.each(OPERATORS.filter((operator) => !isOther(operator)))('%s has values', (operator) => {
    expect(read([{ key: 'k', value: '1', operator }])).toEqual(all(filter('k', operator, '1')))
  })

  test.each(['between', 'not_between'])('%s has two bounds', (operator) => {
    expect(read([{ key: 'k', value: [' -1', 2.5], operator }])).toEqual(
      all(filter('k', operator, ' -1', '2.5')),
    )
  })

  test.each(['is_date_exact', 'is_date_before', 'is_date_after'])('%s has a date', (operator) => {
    for (const value of ['2026-01-05', '2026-01-05T10:00:00Z', '-7d', 'mStart'])
      expect(read([{ key: 'k', value: [value], operator }])).toEqual(all(filter('k', operator, value)))
  })

  test.each([
    ['in', 'exact'],
    ['not_in', 'is_not'],
    ['min', 'gte'],
    ['max', 'lte'],
  ])('%s is another name of %s', (alias, operator) => {
    expect(read([{ key: 'k', value: 1, operator: alias }])).toEqual(all(filter('k', operator, '1')))
    expect(read({ [`k__${alias}`]: 1 })).toEqual(all(filter('k', operator, '1')))
  })

  test.each([
    ['exact', 'is_not'],
    ['gt', 'lte'],
    ['starts_with', 'not_starts_with'],
    ['not_starts_with', 'starts_with'],
    ['ends_with', 'not_ends_with'],
    ['not_ends_with', 'ends_with'],
    ['is_not_set', 'is_set'],
    ['not_in', 'exact'],
    ['min', 'lt'],
  ])('%s with negation is %s', (operator, negated) => {
    const values = negated === 'is_set' ? [] : ['1']
    expect(read([{ key: 'k', value: 1, operator, negation: true }])).toEqual(
      all(filter('k', negated, ...values)),
    )
  })

  test.each([
    ['event', {}, 'event'],
    ['feature', {}, 'event'],
    ['person', {}, 'person'],
    ['group', { group_type_index: 4 }, { group: 4 }],
  ])('a filter of type %s', (type, more, on) => {
    expect(read([{ key: 'k', value: 1, type, ...more }])).toEqual(all({ ...filter('k', 'exact', '1'), on }))
  })

  test.each(['is_set', 'is_not_set'])('%s needs no value and ignores one', (operator) => {
    expect(read([{ key: 'k', operator }])).toEqual(all(filter('k', operator)))
    expect(read([{ key: 'k', value: 'is_set', operator }])).toEqual(all(filter('k', operator)))
  })

  test('fields that change no number are accepted', () => {
    const leaf = { ...paid, operator: null, type: null, negation: false, label: 'Plan' }
    expect(read([leaf])).toEqual(all(readPaid))
  })
})

describe('refused', () => {
  test.each<[string, unknown, string, string]>([
    ['text that is not JSON', 'plan=paid', 'invalid_input', 'properties'],
    ['the JSON text of a string', '"plan"', 'invalid_input', 'properties'],
    ['a number', 5, 'invalid_input', 'properties'],
    ['a list of strings', ['plan'], 'invalid_input', 'properties__0'],
    ['a list in a list', [[{ key: 'k', value: 1 }]], 'invalid_input', 'properties__0'],
    ['no key', [{ value: 1 }], 'required', 'properties__0__key'],
    ['an empty key', [{ key: '', value: 1 }], 'min_length', 'properties__0__key'],
    ['a key that is not text', [{ key: 1, value: 1 }], 'invalid_input', 'properties__0__key'],
    ['no value', [{ key: 'k' }], 'required', 'properties__0__value'],
    ['null as value', [{ key: 'k', value: null }], 'required', 'properties__0__value'],
    ['null among values', [{ key: 'k', value: ['a', null] }], 'required', 'properties__0__value'],
    ['an object as value', [{ key: 'k', value: {} }], 'invalid_input', 'properties__0__value'],
    [
      'an unknown operator',
      [{ key: 'k', value: 1, operator: '>' }],
      'invalid_choice',
      'properties__0__operator',
    ],
    [
      'a recording filter',
      [{ key: 'k', value: 1, type: 'recording' }],
      'not_supported',
      'properties__0__type',
    ],
    [
      'a group filter without its index',
      [{ key: 'k', value: 1, type: 'group' }],
      'required',
      'properties__0__group_type_index',
    ],
    [
      'a group filter of a sixth type',
      [{ key: 'k', value: 1, type: 'group', group_type_index: 5 }],
      'max_value',
      'properties__0__group_type_index',
    ],
    [
      'a property that sessions do not have',
      [{ key: 'plan', value: 1, type: 'session' }],
      'invalid_choice',
      'properties__0__key',
    ],
    [
      'a duration that is no number',
      [{ key: '$session_duration', operator: 'gt', value: 'long', type: 'session' }],
      'invalid_input',
      'properties__0__value',
    ],
    ...[[1], [1, 2, 3], [2, 1], ['a', 1]].map((value): [string, unknown, string, string] => [
      `between ${JSON.stringify(value)}`,
      [{ key: 'k', operator: 'between', value }],
      'invalid_input',
      'properties__0__value',
    ]),
    ...['soon', '2026-02-30', '', ['2026-01-01', '2026-01-02'], 5].map(
      (value): [string, unknown, string, string] => [
        `the date ${JSON.stringify(value)}`,
        [{ key: 'k', operator: 'is_date_after', value }],
        'invalid_input',
        'properties__0__value',
      ],
    ),
    [
      'negation of an operator without a reverse',
      [{ key: 'k', value: '2026-01-01', operator: 'is_date_exact', negation: true }],
      'not_supported',
      'properties__0__negation',
    ],
    ['an unknown combination', { type: 'XOR', values: [] }, 'invalid_input', 'properties__type'],
    ['values that are not a list', { type: 'AND', values: {} }, 'invalid_input', 'properties__values'],
    [
      'a filter deep inside',
      { type: 'AND', values: [{ type: 'OR', values: [{ key: 'k', value: 1 }, { key: 'k' }] }] },
      'required',
      'properties__values__0__values__1__value',
    ],
    ['the oldest form with an object', { plan: { a: 1 } }, 'invalid_input', 'properties__0__value'],
  ])('%s', (_name, value, code, attr) => {
    expect(() => read(value)).toThrow(refusal(code, attr))
  })
})

describe('limits', () => {
  const filters = (count: number) => Array.from({ length: count }, () => ({ key: 'k', value: 1 }))
  const nested = (groups: number): unknown =>
    groups === 0 ? { key: 'k', value: 1 } : { type: 'AND', values: [nested(groups - 1)] }
  const depthOf = (group: FilterGroup): number =>
    1 + Math.max(0, ...group.members.map((member) => (member.kind === 'group' ? depthOf(member) : 0)))

  test('filters are counted over all groups', () => {
    const half = LIMITS.conditions / 2
    const groups = (first: number, second: number) => [
      { type: 'OR', values: filters(first) },
      { type: 'OR', values: filters(second) },
    ]
    expect(read(groups(half, half)).members).toHaveLength(2)
    expect(() => read(groups(half, half + 1))).toThrow(refusal('max_length', 'properties__1__values'))
    expect(() => read(filters(LIMITS.conditions + 1))).toThrow(refusal('max_length', 'properties'))
  })

  test('groups nest up to the limit', () => {
    expect(depthOf(read(nested(LIMITS.filterDepth + 1)))).toBe(LIMITS.filterDepth + 1)
    expect(() => read(nested(LIMITS.filterDepth + 2))).toThrow(
      expect.objectContaining({ kind: 'invalid', code: 'max_length' }),
    )
  })

  test('values', () => {
    const value = (count: number) => [{ key: 'k', value: Array.from({ length: count }, () => 'v') }]
    expect(read(value(LIMITS.filterValues)).members).toHaveLength(1)
    expect(() => read(value(LIMITS.filterValues + 1))).toThrow(
      expect.objectContaining({ kind: 'invalid', attr: 'properties__0__value' }),
    )
  })

  test('characters', () => {
    const long = 'x'.repeat(LIMITS.textLength)
    expect(read([{ key: long, value: long }])).toEqual(all(filter(long, 'exact', long)))
    expect(() => read([{ key: `${long}x`, value: 1 }])).toThrow(refusal('max_length', 'properties__0__key'))
    expect(() => read([{ key: 'k', value: `${long}x` }])).toThrow(
      expect.objectContaining({ kind: 'invalid', attr: 'properties__0__value' }),
    )
  })

  test.each(['regex', 'not_regex'])('the size of a %s', (operator) => {
    const withValue = (value: unknown) => [{ key: 'k', value, operator }]
    const longest = 'x'.repeat(PATTERN_LIMITS.regexLength)
    const widest = '(a)'.repeat(PATTERN_LIMITS.regexGroups)
    expect(read(withValue([longest, widest]))).toEqual(all(filter('k', operator, longest, widest)))
    for (const tooMuch of [`${longest}x`, `${widest}(`, ['a', `${longest}x`]])
      expect(() => read(withValue(tooMuch))).toThrow(refusal('max_length', 'properties__0__value'))
  })

  test.each([
    ['regex', 'a{1,60}', 'a{1,60}b'],
    ['not_regex', '(a{1,6}){1,10}', '(a{1,6}b){1,10}'],
    ['regex', '.{60}', ['a', '.{60}b']],
    ['icontains', `a${'_'.repeat(59)}`, `a${'_'.repeat(60)}`],
    ['not_icontains', `${'%_'.repeat(5)}${'x'.repeat(400)}`, `${'%_'.repeat(6)}${'x'.repeat(300)}`],
    ['starts_with', `a${'_'.repeat(59)}`, `a${'_'.repeat(60)}`],
    ['not_starts_with', `a${'_'.repeat(59)}`, `a${'_'.repeat(60)}`],
    ['ends_with', `a${'_'.repeat(59)}`, `a${'_'.repeat(60)}`],
    ['not_ends_with', Array(500).fill('_'), Array(501).fill('_')],
    ['regex', Array(500).fill('a'), Array(501).fill('a')],
    ['icontains', [...Array(500).fill('_'), ...Array(500).fill('x')], Array(501).fill('_')],
  ])('the cost of a %s', (operator, mostExpensive, tooExpensive) => {
    const withValue = (value: unknown) => [{ key: 'k', value, operator }]
    expect(read(withValue(mostExpensive))).toEqual(all(filter('k', operator, ...[mostExpensive].flat())))
    expect(() => read(withValue(tooExpensive))).toThrow(refusal('max_length', 'properties__0__value'))
  })
})
