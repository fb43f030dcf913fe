import { expect, test } from 'vitest'
import { resolvedQuestion, trendQuestion } from '../../../../test/fixtures/questions.ts'
import { trends } from './trends.ts'

/**
 * Returns the first and the last instant of the last window in the time of Lord Howe, where the clocks went
 * forward by half an hour at 2:00 on 4 October.
 */
function lastWindow(parameters: object): string[] {
  const calendar = {
    timezone: 'Australia/Lord_Howe',
    weekStartDay: 0,
    nowMs: Date.parse('2026-10-06T04:20:00Z'),
  } as const
  const asked = { events: [{ id: 'paid', math: 'weekly_active' }], ...parameters }
  const plan = trends.plan(resolvedQuestion(trends, trendQuestion(asked), calendar))
  const last = plan.periods[0]?.series[0]?.windows.windows.at(-1)
  const shown = (epochMs = Number.NaN) =>
    new Date(epochMs).toLocaleString('sv', {
      timeZone: calendar.timezone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
  return [shown(last?.fromMs), shown((last?.toMs ?? Number.NaN) - 1)]
}

test.each<[string, object, string[]]>([
  ['a day', { date_from: '-2d' }, ['2026-09-30 00:00:00', '2026-10-06 23:59:59']],
  ['an hour', { date_from: '-3h', interval: 'hour' }, ['2026-09-29 16:00:00', '2026-10-06 15:59:59']],
  ['a minute', { date_from: '-3M', interval: 'minute' }, ['2026-09-29 15:21:00', '2026-10-06 15:20:59']],
  ['a week', { date_from: '-2w', interval: 'week' }, ['2026-10-04 00:00:00', '2026-10-06 23:59:59']],
  [
    'the whole range',
    { date_from: '-2d', display: 'ActionsTable' },
    ['2026-09-30 00:00:00', '2026-10-06 23:59:59'],
  ],
  [
    'the whole range by the hour, which is of days as well',
    { date_from: '-3h', interval: 'hour', display: 'ActionsTable' },
    ['2026-09-30 00:00:00', '2026-10-06 15:59:59'],
  ],
  [
    'the whole range by the minute',
    { date_from: '-3M', interval: 'minute', display: 'ActionsTable' },
    ['2026-09-30 00:00:00', '2026-10-06 15:20:59'],
  ],
  [
    'a month in the whole range',
    {
      events: [{ id: 'paid', math: 'monthly_active' }],
      date_from: '-3h',
      interval: 'hour',
      display: 'ActionsTable',
    },
    ['2026-09-07 00:00:00', '2026-10-06 15:59:59'],
  ],
])('the window of %s', (_name, parameters, expected) => {
  expect(lastWindow(parameters)).toEqual(expected)
})
