import { expect, test } from 'vitest'
import { goldenOf } from '../../../test/fixtures/golden-statement.ts'
import { NO_DEFINITIONS } from '../../../test/fixtures/no-definitions.ts'
import { flatQuestion } from '../../../test/fixtures/questions.ts'
import { STORABLE } from '../../sql/events.ts'
import { paths } from '../paths/paths.ts'
import { trends } from '../trends/trends.ts'
import { countedEvents, earliestIn } from './counted-events.ts'

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
  ],
  ['of-any-name', flatQuestion(paths, { properties: [pro] })],
  ['of-names', flatQuestion(paths, { include_event_types: ['$pageview'] })],
])('the first event %s', async (name, { query }) => {
  const { named, matching } = countedEvents(
    { question: { project, query }, definitions: NO_DEFINITIONS, calendar },
    false,
  )
  const statements = [named, ...(matching === null ? [] : [matching])].map((conditions) =>
    goldenOf(earliestIn(7, STORABLE, conditions)),
  )
  await expect(statements.join('\n')).toMatchFileSnapshot(`./__golden__/first-event-${name}.sql`)
})
