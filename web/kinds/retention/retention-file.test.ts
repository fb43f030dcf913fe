import { expect, test } from 'vitest'
import { retentionItem, retentionValue } from '../../../test/fixtures/page-items.ts'
import { retentionFile } from './retention-file.ts'
import { retentionRows } from './retention-rows.ts'

const cohort = (date: string, counts: readonly number[], breakdown?: string) =>
  retentionItem({
    date,
    values: counts.map((count, place) =>
      retentionValue({
        ...{ count, label: `Week ${place}`, base: counts[0] ?? 0 },
        rate: counts[0] ? count / counts[0] : null,
      }),
    ),
    ...(breakdown !== undefined && { breakdown_values: [breakdown] }),
  })
const calendar = { period: 'week', timeZone: 'Europe/Berlin' } as const
// These are midnights in Berlin. In UTC they are on the previous day.
const COHORTS = [cohort('2025-12-28T23:00:00Z', [4, 1]), cohort('2026-01-04T23:00:00Z', [0])]
const fileOf = (show: 'share' | 'count', results = COHORTS) =>
  retentionFile({ rows: retentionRows(results, () => ''), show, calendar, many: 'persons' })

test('a row for each cohort with its year, percentages as plain numbers, nothing for a cohort of nobody', () =>
  expect(fileOf('share')).toEqual([
    ['Week', 'Persons', 'Week 0 (%)', 'Week 1 (%)'],
    ['Mean', 4, 100, 25],
    ['2025-12-29', 4, 100, 25],
    ['2026-01-05', 0, null, null],
  ]))

test('numbers of persons are as the grid shows them', () =>
  expect(fileOf('count').slice(0, 2)).toEqual([
    ['Week', 'Persons', 'Week 0', 'Week 1'],
    ['2025-12-29', 4, 4, 1],
  ]))

test('a breakdown has the cohorts of each value, also of the ones that the grid does not show', () => {
  const file = fileOf('count', [
    cohort('2025-12-28T23:00:00Z', [2, 1], 'yes'),
    cohort('2025-12-28T23:00:00Z', [3, 0], 'no'),
  ])
  expect(file[0]?.slice(0, 2)).toEqual(['Value', 'Week'])
  expect(file.slice(1)).toEqual([
    ['yes', '2025-12-29', 2, 2, 1],
    ['no', '2025-12-29', 3, 3, 0],
  ])
})

test('an hour has its time', () =>
  expect(
    retentionFile({
      rows: retentionRows([cohort('2026-10-05T12:00:00Z', [1])], () => ''),
      ...{ show: 'count', calendar: { period: 'hour', timeZone: 'Europe/Berlin' }, many: 'persons' },
    })[1]?.[0],
  ).toBe('2026-10-05 14:00'))
