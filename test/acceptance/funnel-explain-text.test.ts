import { beforeAll, describe, expect, test } from 'vitest'
import { FUNNEL_ASKED, FUNNEL_STORY } from '../fixtures/funnel-story.ts'
import { useApp } from '../fixtures/use-app.ts'

const EXPLAIN = '/api/projects/1/persons/funnel/explain/'

const server = useApp()
beforeAll(() => server.capture(FUNNEL_STORY))

describe('optional steps', () => {
  const asked = (optional: string) => ({
    query: {
      kind: 'FunnelsQuery',
      series: ['visit', 'read', 'pay'].map((event) => ({
        ...{ kind: 'EventsNode', event },
        optionalInFunnel: optional.includes(event),
      })),
      dateRange: { date_from: '2026-11-17', date_to: '2026-11-19' },
      funnelsFilter: { funnelWindowInterval: 5, funnelWindowIntervalUnit: 'hour' },
    },
  })
  test.each<[string, string, string, string[]]>([
    [
      'done',
      'bob',
      'read',
      [
        'Person bob reached step 3 of 3, not counting optional steps.',
        'Step 1, visit: 2026-11-18 01:00:00.',
        'Step 2, read (optional): 2026-11-18 02:00:00, 1 hour after step 1.',
        'Step 3, pay: 2026-11-18 05:00:00, 3 hours after step 2.',
      ],
    ],
    [
      'passed without an event',
      'ada',
      'read',
      [
        'Person ada reached step 3 of 3, not counting optional steps.',
        'Step 1, visit: 2026-11-17 03:00:00.',
        'Step 2, read (optional): not done before step 3.',
        'Step 3, pay: 2026-11-17 06:00:00, 3 hours after step 1.',
      ],
    ],
    [
      'before a step that was not reached',
      'dan',
      'read',
      [
        'Person dan reached step 1 of 3, not counting optional steps.',
        'Step 1, visit: 2026-11-19 01:00:00.',
        'Step 2, read (optional): not done within the window of 5 hours.',
        'Step 3, pay: not reached. No such event takes part after step 1 until 2026-11-20 00:00:00, the end of the date range.',
      ],
    ],
    [
      'at the end',
      'cid',
      'read, pay',
      [
        'Person cid reached step 1 of 3, not counting optional steps.',
        'Step 1, visit: 2026-11-18 07:00:00.',
        'Step 2, read (optional): not done within the window of 5 hours.',
        'Step 3, pay (optional): not done within the window of 5 hours.',
      ],
    ],
  ])('%s', async (_, actor, optional, lines) => {
    const { body } = await server.request('POST', EXPLAIN, { actor, ...asked(optional) })
    expect(body.text.split('\n')).toEqual(lines)
  })
})

test('a step that is an action has the name of the action', async () => {
  const { body: action } = await server.request('POST', '/api/projects/1/actions/', {
    name: 'Came by',
    steps: [{ event: 'visit' }],
  })
  const steps = { events: [{ id: 'pay', order: 1 }], actions: [{ id: action.id, order: 0 }] }
  const { body } = await server.request('POST', EXPLAIN, { ...FUNNEL_ASKED, ...steps, actor: 'dan' })
  expect(body.text).toContain('Step 1, Came by: 2026-11-19 01:00:00.')
  expect(body.best_run[0].name).toBe('Came by')
})

test('a time that clocks show twice has its offset', async () => {
  const project = await server.newProject('Twice', 'America/New_York')
  const at = (event: string, timestamp: string) => ({ event, distinct_id: 'eve', timestamp })
  await server.capture(
    [at('visit', '2026-11-01T05:31:00Z'), at('pay', '2026-11-01T06:21:00Z')],
    project.token,
  )
  const { body } = await server.request('POST', EXPLAIN.replace('1', String(project.id)), {
    events: ['visit', 'pay'].map((id, order) => ({ id, order })),
    date_from: '2026-11-01',
    actor: 'eve',
  })
  expect(body.text.split('\n').slice(1)).toEqual([
    'Step 1, visit: 2026-11-01 01:31:00 (UTC-04:00).',
    'Step 2, pay: 2026-11-01 01:21:00 (UTC-05:00), 50 minutes after step 1.',
  ])
})
