import { describe, expect, test } from 'vitest'
import type { Explanation } from '#web/api/people.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { explainLines, windowSecondsOf } from './explain-lines.ts'

const FUNNEL: QueryNode = {
  kind: 'FunnelsQuery',
  series: [
    { kind: 'EventsNode', event: 'visit' },
    { kind: 'EventsNode', event: 'pay', custom_name: 'paid' },
  ],
  funnelsFilter: { funnelWindowInterval: 1, funnelWindowIntervalUnit: 'hour' },
}
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`
const event = (name: string, minute: number, more = {}) => ({
  event: name,
  uuid: `${name}-${minute}`,
  timestamp: at(minute),
  matches: [],
  excludes: [],
  serves: null,
  ...more,
})
const run = (...steps: readonly (readonly [string, number])[]) =>
  steps.map(([name, minute], index) => ({
    ...{ step: index + 1, name, event: name, uuid: `${name}-${minute}`, timestamp: at(minute) },
    seconds_from_step_before: null,
  }))
const explanation = (fields: Partial<Explanation>) =>
  ({ steps: 2, steps_reached: 1, reason: 'no_later_step', ...fields }) as Explanation
const NOW = Date.parse(at(30))

describe('the lines of an explanation', () => {
  test('equal events in a row are one line, and earlier ones than the run are left out', () => {
    const lines = explainLines(
      FUNNEL,
      explanation({
        best_run: run(['visit', 5]),
        events: [event('visit', 1), event('visit', 5), event('visit', 6), event('visit', 7)],
      }),
      NOW,
    )
    expect(lines).toEqual([
      { text: '1 visit', at: at(5), mark: 'step' },
      { text: 'visit, 2 times', at: at(6), mark: 'other' },
      { text: '2 paid: not yet', at: null, mark: 'missing', until: '2026-11-20T11:05:00.000Z' },
    ])
  })

  test.each([
    ['a window that is over', 'no_later_step', Date.parse(at(5)) + 3_600_001, '2 paid: not done'],
    ['an event after the window', 'too_late', NOW, '2 paid: too late'],
    ['an interrupted run', 'interrupted', NOW, '2 paid: not done'],
  ] as const)('%s has no end to wait for', (_, reason, nowMs, text) => {
    const lines = explainLines(
      FUNNEL,
      explanation({ reason, best_run: run(['visit', 5]), events: [event('visit', 5)] }),
      nowMs,
    )
    expect(lines.at(-1)).toEqual({ text, at: null, mark: 'missing' })
  })

  test('a finished run misses nothing, and an excluded event says so', () => {
    const events = [event('visit', 5), event('refund', 6, { excludes: [1] }), event('pay', 7)]
    const best_run = run(['visit', 5], ['pay', 7])
    const lines = explainLines(
      FUNNEL,
      explanation({ steps_reached: 2, reason: 'completed', best_run, events }),
      NOW,
    )
    expect(lines.map(({ text }) => text)).toEqual(['1 visit', 'refund, excluded', '2 pay'])
  })
})

test.each<[object, number]>([
  [{}, 14 * 86_400],
  [{ funnelWindowInterval: 2, funnelWindowIntervalUnit: 'weeks' }, 14 * 86_400],
  [{ funnelWindowInterval: '30', funnelWindowIntervalUnit: 'minute' }, 1_800],
])('the window of %j', (funnelsFilter, seconds) => {
  expect(windowSecondsOf({ kind: 'FunnelsQuery', funnelsFilter: { ...funnelsFilter } })).toBe(seconds)
})
