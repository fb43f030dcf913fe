import { expect, test } from 'vitest'
import { createPipeline } from './pipeline.ts'

const RECEIVED_MS = Date.parse('2026-11-20T12:00:00Z')
const UUID = '01932d8e-7d3a-7000-8000-0123456789ab'
const run = (events: readonly unknown[], sentAtMs: number | null = null) => {
  const pipeline = createPipeline({ sentAtMs }, RECEIVED_MS)
  // The events are added in two steps, like the events of a large request.
  const half = Math.ceil(events.length / 2)
  pipeline.run(events.slice(0, half))
  pipeline.run(events.slice(half))
  return pipeline.result()
}
const SILENT = { hasProfile: true, setOnce: null, set: null, unset: null, merge: null }

test('an event with everything', () => {
  const sent = {
    event: '$groupidentify',
    distinct_id: 'ada',
    uuid: UUID.toUpperCase(),
    timestamp: '2026-11-18T10:00:00Z',
    properties: { plan: 'free', $groups: { team: 'red' }, $group_type: 'company', $group_key: 'acme' },
    $set: { mail: 'ada@example.com' },
    unknown: 'is left out',
  }
  expect(run([sent], RECEIVED_MS + 10_000)).toEqual({
    captured: [
      {
        uuid: UUID,
        isUuidSent: true,
        anchorMs: Date.parse('2026-11-18T10:00:00Z'),
        name: '$groupidentify',
        distinctId: 'ada',
        timestampMs: Date.parse('2026-11-18T09:59:50Z'),
        atUs: Date.parse('2026-11-18T09:59:50Z') * 1_000,
        properties: JSON.stringify({ ...sent.properties, $set: sent.$set }),
        shape: {
          properties: [
            { name: 'plan', kind: 'String' },
            { name: '$groups', kind: null },
            { name: '$group_type', kind: 'String' },
            { name: '$group_key', kind: 'String' },
            { name: '$set', kind: null },
          ],
        },
        person: { ...SILENT, set: sent.$set },
        groups: [{ type: 'team', key: 'red' }],
        groupStatement: { type: 'company', key: 'acme', set: {} },
      },
    ],
    dropped: [{ reason: 'unknown_field', count: 1, sample: expect.stringContaining('is left out') }],
    outcomes: [{ uuid: UUID.toUpperCase(), dropped: null, doubts: ['unknown_field'] }],
  })
})

test('an event with a name and a distinct id alone', () => {
  const { captured, outcomes } = run([{ event: 'paid', distinct_id: 'ada' }])
  expect(captured).toEqual([
    {
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      isUuidSent: false,
      anchorMs: null,
      name: 'paid',
      distinctId: 'ada',
      timestampMs: RECEIVED_MS,
      atUs: RECEIVED_MS * 1_000,
      properties: '{}',
      shape: { properties: [] },
      person: SILENT,
      groups: [],
      groupStatement: null,
    },
  ])
  expect(outcomes).toEqual([{ uuid: captured[0]?.uuid, dropped: null, doubts: [] }])
})

test.each<[string, unknown, string]>([
  ['text', 'paid', 'not_an_object'],
  ['null', null, 'not_an_object'],
  ['a list', [{ event: 'paid', distinct_id: 'ada' }], 'not_an_object'],
  ['no name', { distinct_id: 'ada' }, 'missing_event_name'],
  ['no distinct id', { event: 'paid' }, 'missing_distinct_id'],
  ['a recording', { event: '$snapshot', distinct_id: 'ada' }, 'session_recording'],
  ['a recording without a distinct id', { event: '$snapshot_items' }, 'session_recording'],
  [
    'properties that are no map',
    { event: 'paid', distinct_id: 'ada', properties: 5 },
    'properties_not_an_object',
  ],
  [
    'an event of more than 1 MiB',
    { event: 'paid', distinct_id: 'ada', properties: { a: 'x'.repeat(1024 * 1024) } },
    'event_too_large',
  ],
  // The reason comes from the first step that fails.
  ['an empty object', {}, 'missing_event_name'],
])('%s is dropped', (_name, sent, reason) => {
  expect(run([sent])).toEqual({
    captured: [],
    dropped: [{ reason, count: 1, sample: JSON.stringify(sent).slice(0, 1_000) }],
    outcomes: [{ uuid: null, dropped: reason, doubts: [] }],
  })
})

test.each<[string, Record<string, unknown>, string]>([
  ['a time in the far future', { timestamp: '2100-01-01' }, 'implausible_timestamp'],
  [
    'a merge with a placeholder',
    { event: '$identify', properties: { $anon_distinct_id: 'null' } },
    'illegal_merge_id',
  ],
])('%s is counted and the event kept', (_name, fields, reason) => {
  const sent = { event: 'paid', distinct_id: 'ada', uuid: UUID, ...fields }
  const { captured, dropped, outcomes } = run([sent, sent])
  expect(captured.map(({ timestampMs }) => timestampMs)).toEqual([RECEIVED_MS, RECEIVED_MS])
  expect(captured[0]?.person).toEqual(SILENT)
  expect(dropped).toEqual([{ reason, count: 2, sample: JSON.stringify(sent) }])
  expect(outcomes).toEqual(Array(2).fill({ uuid: UUID, dropped: null, doubts: [reason] }))
})

test('an error in one event has no effect on the others', () => {
  const sent = [
    { event: 'first', distinct_id: 'ada' },
    null,
    { event: 'second', distinct_id: 'bob' },
    { event: 'nobody', uuid: 'mine' },
    { event: 'nobody either' },
    { event: 'third', distinct_id: 'ada', uuid: 'order-17' },
  ]
  const { captured, dropped, outcomes } = run(sent)
  expect(captured.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
  // There is one entry for each reason, with the last event that was dropped for it.
  expect(dropped).toEqual([
    { reason: 'not_an_object', count: 1, sample: 'null' },
    { reason: 'missing_distinct_id', count: 2, sample: '{"event":"nobody either"}' },
  ])
  expect(outcomes).toEqual([
    { uuid: captured[0]?.uuid, dropped: null, doubts: [] },
    { uuid: null, dropped: 'not_an_object', doubts: [] },
    { uuid: captured[1]?.uuid, dropped: null, doubts: [] },
    { uuid: 'mine', dropped: 'missing_distinct_id', doubts: [] },
    { uuid: null, dropped: 'missing_distinct_id', doubts: [] },
    { uuid: 'order-17', dropped: null, doubts: [] },
  ])
})

test('events of one millisecond keep their order', () => {
  const sent = ['a', 'b', 'c'].map((event) => ({ event, distinct_id: 'ada' }))
  expect(run(sent).captured.map(({ atUs }) => atUs - RECEIVED_MS * 1_000)).toEqual([0, 1, 2])
})

test('an empty batch', () => {
  expect(run([])).toEqual({ captured: [], dropped: [], outcomes: [] })
})
