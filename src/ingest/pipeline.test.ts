import { expect, test } from 'vitest'
import { runPipeline } from './pipeline.ts'

const RECEIVED_MS = Date.parse('2026-11-20T12:00:00Z')
const UUID = '01932d8e-7d3a-7000-8000-0123456789ab'

test('an event with everything', () => {
  const sent = {
    event: 'paid',
    distinct_id: 'ada',
    uuid: UUID,
    timestamp: '2026-11-18T10:00:00Z',
    properties: { plan: 'free' },
    $set: { mail: 'ada@example.com' },
    unknown: 'is left out',
  }
  expect(runPipeline([sent], RECEIVED_MS)).toEqual({
    captured: [
      {
        uuid: UUID,
        name: 'paid',
        distinctId: 'ada',
        timestampMs: Date.parse('2026-11-18T10:00:00Z'),
        properties: '{"plan":"free","$set":{"mail":"ada@example.com"}}',
      },
    ],
    dropped: [],
  })
})

test('the least there can be', () => {
  const { captured } = runPipeline([{ event: 'paid', distinct_id: 'ada' }], RECEIVED_MS)
  expect(captured).toEqual([
    {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'paid',
      distinctId: 'ada',
      timestampMs: RECEIVED_MS,
      properties: '{}',
    },
  ])
})

test.each<[string, unknown, string]>([
  ['text', 'paid', 'not_an_object'],
  ['null', null, 'not_an_object'],
  ['a list', [{ event: 'paid', distinct_id: 'ada' }], 'not_an_object'],
  ['no name', { distinct_id: 'ada' }, 'missing_event_name'],
  ['nobody', { event: 'paid' }, 'missing_distinct_id'],
  [
    'properties that are no map',
    { event: 'paid', distinct_id: 'ada', properties: 5 },
    'properties_not_an_object',
  ],
  [
    'too much',
    { event: 'paid', distinct_id: 'ada', properties: { a: 'x'.repeat(2 ** 20) } },
    'event_too_large',
  ],
  // The first step that cannot do its part tells why.
  ['nothing at all', {}, 'missing_event_name'],
])('%s is dropped', (_name, sent, reason) => {
  expect(runPipeline([sent], RECEIVED_MS)).toEqual({
    captured: [],
    dropped: [{ reason, count: 1, sample: JSON.stringify(sent).slice(0, 1_000) }],
  })
})

test('what is wrong with one event never touches its neighbours', () => {
  const sent = [
    { event: 'first', distinct_id: 'ada' },
    null,
    { event: 'second', distinct_id: 'bob' },
    { event: 'nobody' },
    { event: 'nobody either' },
    { event: 'third', distinct_id: 'ada' },
  ]
  const { captured, dropped } = runPipeline(sent, RECEIVED_MS)
  expect(captured.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  // One entry a reason, with the last event of it.
  expect(dropped).toEqual([
    { reason: 'not_an_object', count: 1, sample: 'null' },
    { reason: 'missing_distinct_id', count: 2, sample: '{"event":"nobody either"}' },
  ])
})

test('no events are no events', () => {
  expect(runPipeline([], RECEIVED_MS)).toEqual({ captured: [], dropped: [] })
})
