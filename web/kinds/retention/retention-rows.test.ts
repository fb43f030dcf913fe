import { describe, expect, test } from 'vitest'
import { entityOfSeries, seriesOfEntity } from '#web/question/retention-entity.ts'
import { retentionItem, retentionValue } from '../../../test/fixtures/page-items.ts'
import {
  cohortName,
  heatOf,
  heatOfSums,
  intervalWords,
  type RetentionItem,
  retentionRows,
} from './retention-rows.ts'

const rowsOf = (results: readonly RetentionItem[]) => retentionRows(results, () => 'var(--c1)')

const cohort = (counts: readonly number[], incompleteFrom = 99, breakdown?: string) =>
  retentionItem({
    date: '2026-10-05T00:00:00+02:00',
    values: counts.map((count, place) =>
      retentionValue({
        count,
        label: `Day ${place}`,
        base: counts[0] ?? 0,
        rate: counts[0] ? count / counts[0] : null,
        is_incomplete: place >= incompleteFrom,
      }),
    ),
    ...(breakdown !== undefined && { breakdown_values: [breakdown] }),
  })

describe('the mean of cohorts', () => {
  test('is weighted by size, without intervals that are not over', () => {
    const [row] = rowsOf([cohort([300, 90, 30]), cohort([100, 50, 40], 2)])
    expect(row).toMatchObject({ name: null, size: 400, mean: [1, 0.35, 0.1] })
  })

  test('is none where no cohort has finished the interval, or nobody is in one', () => {
    expect(rowsOf([cohort([10, 5], 1)])[0]?.mean).toEqual([1, null])
    expect(rowsOf([cohort([0, 0])])[0]?.mean).toEqual([null, null])
  })

  test('the cohorts of each value of a breakdown are a row', () => {
    const rows = rowsOf([cohort([2], 99, 'a'), cohort([3], 99, 'a'), cohort([4], 99, 'b')])
    expect(rows.map(({ name, size }) => [name, size])).toEqual([
      ['a', 5],
      ['b', 4],
    ])
  })
})

describe('sums', () => {
  const withSums = (sums: readonly number[], incompleteFrom = 99): RetentionItem => {
    const { values, ...rest } = cohort(
      sums.map(() => 5),
      incompleteFrom,
    )
    return { ...rest, values: values.map((one, i) => ({ ...one, aggregation_value: sums[i] ?? 0 })) }
  }

  test('have a mean in which each cohort weighs the same, without intervals that are not over', () => {
    const [row] = rowsOf([withSums([10, 4, -2]), withSums([1, 8, 7], 2), withSums([3], 0)])
    expect(row?.meanSums).toEqual([5.5, 6, -2])
    expect(rowsOf([cohort([10, 5])])[0]?.meanSums).toEqual([null, null])
  })

  test('have the heat of one of six parts up to the largest', () => {
    const heat = heatOfSums(rowsOf([withSums([60, 12, -5])]))
    expect([60, 59, 29, 1, 0, -5].map(heat)).toEqual([6, 6, 3, 1, 0, 0])
    expect(heatOfSums(rowsOf([withSums([0, 0])]))(0)).toBe(0)
  })
})

describe('the heat of a share', () => {
  test.each([
    ['0 to 50 % if no share is larger', [100, 12, 4], [0.12, 0.1, 0.04, 0.001, 0.49], [2, 2, 1, 1, 6]],
    ['0 to the largest share', [100, 90, 10], [0.9, 0.76, 0.62, 0.5, 0.31, 0.1], [6, 6, 5, 4, 3, 1]],
    ['0 to 100 %', [100, 100], [1, 0.5, 0.16], [6, 4, 1]],
  ])('is one of six parts of %s', (_, counts, rates, heats) => {
    const heat = heatOf(rowsOf([cohort(counts), cohort([10, 0])]))
    expect(rates.map((rate) => heat(rate, 1))).toEqual(heats)
  })

  test('is the highest for the cohort itself, and none for nobody', () => {
    const heat = heatOf(rowsOf([cohort([100, 51])]))
    expect([heat(1, 0), heat(0, 3), heat(null, 3)]).toEqual([7, 0, 0])
  })
})

describe('dates', () => {
  const calendar = { timeZone: 'Europe/Berlin', nowMs: Date.parse('2026-11-20T12:00:00Z'), isOneByOne: true }
  test.each([
    ['week', '5 Oct', 'between 26 Oct and 1 Nov'],
    ['day', '5 Oct', 'on 8 Oct'],
    ['month', 'October 2026', 'between 5 Jan 2027 and 4 Feb 2027'],
    ['hour', '5 Oct 00:00', 'in the hour from 5 Oct 03:00'],
  ] as const)('of a %s', (period, name, words) => {
    const date = '2026-10-05T00:00:00+02:00'
    expect(cohortName(date, { ...calendar, period })).toBe(name)
    expect(intervalWords({ date, place: 3, label: '' }, { ...calendar, period })).toBe(words)
  })

  test('of a bracket is its label, save for that of the cohort', () => {
    const wordsOf = (place: number, label: string) =>
      intervalWords(
        { date: '2026-10-05T00:00:00+02:00', place, label },
        { ...calendar, period: 'day', isOneByOne: false },
      )
    expect([wordsOf(0, 'Day 0'), wordsOf(2, 'Day 2-4')]).toEqual(['on 5 Oct', 'in day 2-4'])
  })
})

test.each([
  [
    { id: 'signed up', type: 'events' },
    { id: 'signed up', type: 'events' },
  ],
  [
    { id: null, type: 'events' },
    { id: null, type: 'events' },
  ],
  [
    { id: 5, type: 'actions', name: 'Paid' },
    { id: 5, type: 'actions', name: 'Paid' },
  ],
  [
    { id: 'signed up', name: 'signed up' },
    { id: 'signed up', type: 'events' },
  ],
  [undefined, { id: '$pageview', type: 'events' }],
] as const)('the entity %j is a series and an entity again', (entity, again) => {
  expect(entityOfSeries(seriesOfEntity(entity))).toEqual(again)
})
