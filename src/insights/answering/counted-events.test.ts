import { expect, test } from 'vitest'
import { paths } from '#insights/kinds/paths/paths.ts'
import { trends } from '#insights/kinds/trends/trends.ts'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { NO_DEFINITIONS } from '../../../test/fixtures/no-definitions.ts'
import { flatQuestion } from '../../../test/fixtures/questions.ts'
import { STORABLE } from '../../sql/events.ts'
import type { Fragment } from '../../sql/fragment.ts'
import { countedEvents, earliestIn } from './counted-events.ts'
import { readDataOf } from './read-data.ts'

const calendar = { timezone: 'UTC', weekStartDay: 0, nowMs: Date.parse('2026-11-20T12:00:00Z') } as const
const project = { id: 7, timezone: 'UTC', weekStartDay: 0, testAccountFilters: [] } as const
const pro = { key: 'plan', type: 'event', value: 'pro' }

test.each([
  [
    'of-series',
    flatQuestion(trends, {
      events: [
        { id: 'visit', properties: [pro] },
        { id: 'paid', order: 1 },
      ],
    }),
    true,
  ],
  ['of-any-name', flatQuestion(paths, { properties: [pro] }), true],
  ['of-names', flatQuestion(paths, { include_event_types: ['$pageview'] }), false],
])('the first event %s', async (name, { query }, hasFilters) => {
  const question = { project, query }
  const read = readDataOf(question, NO_DEFINITIONS)
  const { named, matching } = countedEvents({ question, definitions: NO_DEFINITIONS, calendar }, read, false)
  const golden = (conditions: readonly Fragment[]) => goldenOf(earliestIn(7, STORABLE, conditions))
  await expect(golden(named)).toMatchFileSnapshot(`./__golden__/first-event-${name}.sql`)
  expect(matching !== null).toBe(hasFilters)
  if (matching !== null)
    await expect(golden(matching)).toMatchFileSnapshot(`./__golden__/first-match-${name}.sql`)
})
