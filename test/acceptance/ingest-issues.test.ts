import { beforeAll, describe, expect, test } from 'vitest'
import { EXPLANATIONS, INGEST_ISSUES, type IngestIssue } from '../../src/contract/ingest-issue.ts'
import { runStatement } from '../fixtures/run-statement.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()

// No event is known that the engine cannot read. So the test adds a column of numbers, which makes the
// engine refuse an event with another value.
beforeAll(() =>
  runStatement(
    server.app.engine,
    "ALTER TABLE events ADD COLUMN refused UInt8 DEFAULT toUInt8(ifNull(CAST(properties.refused, 'Nullable(String)'), '0'))",
  ),
)

/** The insert of an event with such a number is not deferred, so that the answer to it has a refusal. */
const INSERTED_AT_ONCE = { number: 1_234_567_890_123_456 }

const event = (fields: object = {}) => ({ event: 'paid', distinct_id: 'ada', ...fields })
const having = (properties: object) => event({ properties })
const numbered = (prefix: string, count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${prefix} ${i}`, i]))
const identify = (distinct_id: string, properties: object) => ({
  event: '$identify',
  distinct_id,
  properties,
})
const MERGES = [
  identify('ada', { $anon_distinct_id: 'anon-1' }),
  identify('bob', { $anon_distinct_id: 'anon-2' }),
]
const groupIdentify = (properties: object) => ({ ...having(properties), event: '$groupidentify' })
const LONG = 'x'.repeat(201)
const UUID = '0193480b-2e61-7a11-8a2b-5a3b1c2d3e4f'

/** Events that are sent first, and one event that has the issue. `path` is absent for `/batch/`. */
interface Case {
  readonly title: string
  readonly before?: readonly object[]
  readonly sent: unknown
  readonly path?: string
}
const titled = (cases: Readonly<Record<string, unknown>>, path = '/batch/'): Case[] =>
  Object.entries(cases).map(([title, sent]) => ({ title: `${title}, to ${path}`, sent, path }))

/** For each issue, events that provoke it. A new issue without a case does not compile. */
const CASES: Readonly<Record<IngestIssue, readonly Case[]>> = {
  not_an_object: titled({ text: 'paid', 'a list': [event()] }),
  missing_event_name: titled({ none: { distinct_id: 'ada' }, blank: event({ event: ' ' }) }),
  missing_distinct_id: titled({ none: { event: 'paid' }, empty: event({ distinct_id: '' }) }),
  properties_not_an_object: titled({ text: event({ properties: 'plan' }), list: event({ properties: [1] }) }),
  event_too_large: titled({ 'over 1 MiB': having({ text: 'x'.repeat(2 ** 20) }) }),
  duplicate_uuid: [
    { title: 'sent again', before: [event({ uuid: UUID })], sent: event({ uuid: UUID }) },
    { title: 'at another time', before: [event({ uuid: UUID })], sent: event({ uuid: UUID, offset: 5_000 }) },
  ],
  reused_uuid: [
    {
      title: 'another name',
      before: [event({ uuid: UUID })],
      sent: event({ uuid: UUID, event: 'refunded' }),
    },
    {
      title: 'another distinct id',
      before: [event({ uuid: UUID })],
      sent: event({ uuid: UUID, distinct_id: 'bob' }),
    },
  ],
  session_recording: [
    ...titled({
      $snapshot: event({ event: '$snapshot' }),
      $snapshot_items: event({ event: '$snapshot_items' }),
      $performance_event: event({ event: '$performance_event' }),
    }),
    ...titled({ 'a recording': event({ event: '$snapshot' }), 'no event': { data: 'x' } }, '/s/'),
    ...titled({ 'a recording': event({ event: '$snapshot' }) }, '/ses/'),
  ],
  test_event: titled({ 'the mark of a test': having({ $throughline_test: true }) }),
  unsupported_product: [
    ...titled({ logs: { resourceLogs: [] } }, '/i/v1/logs/'),
    ...titled({ metrics: { resourceMetrics: [] } }, '/i/v1/metrics/'),
  ],
  unreadable_by_engine: titled({
    'a value that the table refuses': having({ refused: 'text', ...INSERTED_AT_ONCE }),
  }),
  implausible_timestamp: titled({
    invalid: event({ timestamp: 'yesterday' }),
    ahead: event({ timestamp: '2027-01-01T00:00:00Z' }),
    'before 1970': event({ timestamp: '1969-01-01T00:00:00Z' }),
  }),
  early_timestamp: titled({ 'a clock that was never set': event({ timestamp: '2000-01-01T00:00:00Z' }) }),
  name_too_long: titled({
    'event name': event({ event: LONG }),
    'distinct id': event({ distinct_id: LONG }),
    'distinct id in properties': { event: 'paid', properties: { distinct_id: LONG } },
    'other id': identify('ada', { $anon_distinct_id: LONG }),
    'group type': having({ $groups: { [LONG]: 'acme' } }),
    'group key': having({ $groups: { company: 'x'.repeat(401) } }),
    'key of a group that is identified': groupIdentify({
      $group_type: 'company',
      $group_key: 'x'.repeat(401),
    }),
  }),
  unknown_field: titled({
    'beside properties': event({ amount: 5 }),
    context: event({ context: { ip: 1 } }),
    'an option': event({ options: { color: 'red' } }),
    'an option of another type': event({ options: { process_person_profile: 5 } }),
    'options as text': event({ options: 'cookieless' }),
    'a session without options': event({ session_id: 's-1' }),
  }),
  illegal_assignment: titled({
    '$set as text': having({ $set: 'plan' }),
    '$set beside properties': event({ $set: 'plan' }),
    '$set_once as list': having({ $set_once: ['plan'] }),
    '$unset as text': having({ $unset: 'plan' }),
    '$unset of numbers': having({ $unset: [1] }),
    '$group_set as text': groupIdentify({ $group_type: 'company', $group_key: 'acme', $group_set: 'plan' }),
  }),
  no_person_profile: titled({
    $set: having({ $process_person_profile: false, $set: { plan: 'pro' } }),
    '$set beside properties': { ...having({ $process_person_profile: false }), $set: { plan: 'pro' } },
    $set_once: having({ $process_person_profile: false, $set_once: { plan: 'pro' } }),
    $unset: having({ $process_person_profile: false, $unset: ['plan'] }),
  }),
  too_many_properties: [
    ...titled({
      person: having({ $set: numbered('name', 1_001) }),
      group: groupIdentify({
        $group_type: 'company',
        $group_key: 'acme',
        $group_set: numbered('name', 1_001),
      }),
    }),
    {
      title: 'of two persons that become one',
      before: [
        having({ $set: numbered('one', 600) }),
        event({ distinct_id: 'anon', properties: { $set: numbered('two', 600) } }),
      ],
      sent: identify('ada', { $anon_distinct_id: 'anon' }),
    },
  ],
  illegal_merge_id: titled({
    'a placeholder': identify('ada', { $anon_distinct_id: 'null' }),
    'an empty alias': { ...having({ alias: '' }), event: '$create_alias' },
    'no alias': { ...having({}), event: '$create_alias' },
    'no id to merge with': { ...having({}), event: '$merge_dangerously' },
  }),
  refused_merge: [
    {
      title: 'two identified persons',
      before: MERGES,
      sent: identify('ada', { $anon_distinct_id: 'bob' }),
    },
  ],
  illegal_group: titled({
    '$groups as text': having({ $groups: 'acme' }),
    'an object as key': having({ $groups: { company: { name: 'acme' } } }),
    'true as key': having({ $groups: { company: true } }),
    'a blank key': having({ $groups: { company: ' ' } }),
    'no type to identify': groupIdentify({ $group_key: 'acme', $group_set: { plan: 'pro' } }),
    'no key to identify': groupIdentify({ $group_type: 'company', $group_set: { plan: 'pro' } }),
  }),
  group_type_limit: [
    {
      title: 'a sixth type',
      before: [having({ $groups: { a: 1, b: 1, c: 1, d: 1, e: 1 } })],
      sent: having({ $groups: { f: 1 } }),
    },
  ],
}

const send = (path: string, body: object) => server.request('POST', path, body, null)

async function reportOf(projectId: number) {
  const { body } = await server.request('GET', `/api/projects/${projectId}/ingestion/?limit=100`)
  const counted = body.rejected.filter((one: { count: number }) => one.count > 0)
  return { stored: body.recent_events.length, counted }
}

describe.each(INGEST_ISSUES)('%s', (reason) => {
  const { isStored, isRefused } = EXPLANATIONS[reason]
  test.each(CASES[reason])('$title', async ({ before = [], sent, path = '/batch/' }) => {
    const { id, token } = await server.newProject()
    if (before.length > 0) await server.capture(before, token)
    const beside = event({ event: 'beside', distinct_id: 'zoe' })
    const answer = await send(path, { api_key: token, batch: [sent, beside] })
    expect(answer).toMatchObject({ status: 200, body: { status: 1 } })
    const { stored, counted } = await reportOf(id)
    expect(counted).toMatchObject([{ reason, is_stored: isStored, count: 1 }])
    expect(counted[0].sample).toMatch(/.{3,}/)
    expect(stored).toBe(before.length + 1 + Number(isStored))

    // Now this event is sent alone. The request is refused if the sender can do something about the issue.
    // The event is counted in any case.
    const other = await server.newProject()
    if (before.length > 0) await server.capture(before, other.token)
    const alone = await send(path, { api_key: other.token, batch: [sent] })
    expect(alone).toMatchObject(
      isRefused ? { status: 400, body: { code: reason, attr: null } } : { status: 200, body: { status: 1 } },
    )
    expect((await reportOf(other.id)).counted).toMatchObject([{ reason, count: 1 }])
  })
})

describe('events that are stored whole are not counted', () => {
  test.each<[string, object]>([
    ...['$exception', '$web_vitals', '$$heatmap', '$$client_ingestion_warning', '$opt_in', '$opt_out'].map(
      (name): [string, object] => [name, event({ event: name })],
    ),
    ['without properties', event()],
    ['with null in place of properties', event({ properties: null })],
    ['with placeholders as distinct id', event({ distinct_id: 'null' })],
    ['without a person', having({ $process_person_profile: false })],
    ['with $set alone', event({ event: '$set', $set: { plan: 'pro' } })],
    ['with empty lists of PHP', having({ $groups: [], $set: [], $set_once: [] })],
    ['of no group', having({ $groups: { company: null, team: '' } })],
    ['of an $identify without a second id', { ...event(), event: '$identify' }],
    ['with names of 200 characters', event({ event: 'x'.repeat(200), distinct_id: 'x'.repeat(200) })],
    ['with $unset', having({ $unset: ['plan'] })],
    ['with options', event({ options: { process_person_profile: true }, session_id: 's-1' })],
    ['with empty options', event({ options: [] })],
    ['with a time without a zone', event({ timestamp: '2026-11-20 11:00:00' })],
  ])('%s', async (_title, sent) => {
    const { id, token } = await server.newProject()
    await server.capture([sent], token)
    expect(await reportOf(id)).toEqual({ stored: 1, counted: [] })
  })
})

describe.each(['/s/', '/ses/', '/i/v1/logs/', '/i/v1/metrics/'])('%s', (path) => {
  test('stores ordinary events, and refuses them for the usual reasons', async () => {
    const { id, token } = await server.newProject()
    expect(await send(path, { api_key: token, batch: [event()] })).toMatchObject({ status: 200 })
    expect(await send(path, { api_key: token, batch: [{ event: 'paid' }] })).toMatchObject({
      status: 400,
      body: { code: 'missing_distinct_id' },
    })
    expect(await reportOf(id)).toMatchObject({ stored: 1, counted: [{ reason: 'missing_distinct_id' }] })
  })

  test('refuses a request that names no project', async () => {
    expect(await send(path, { batch: [{ event: '$snapshot', distinct_id: 'ada' }] })).toMatchObject({
      status: 401,
      body: { code: 'missing_api_key' },
    })
  })
})

test('an event next to a batch is stored as well', async () => {
  const { id, token } = await server.newProject()
  for (const batch of [[], [event()]])
    expect(await send('/batch/', { api_key: token, batch, ...event() })).toMatchObject({ status: 200 })
  expect(await reportOf(id)).toEqual({ stored: 3, counted: [] })
})

test('several bodies are refused, because only one of them would be stored', async () => {
  const { id, token } = await server.newProject()
  const data = `data=${encodeURIComponent(JSON.stringify({ ...event(), api_key: token }))}`
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  for (const request of [
    { method: 'GET' as const, url: `/e/?${data}&${data}` },
    { method: 'POST' as const, url: '/e/', payload: `${data}&${data}`, headers },
    { method: 'POST' as const, url: `/e/?${data}`, payload: data, headers },
  ]) {
    const answer = await server.app.server.inject(request)
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'parse_error'])
  }
  expect(await reportOf(id)).toEqual({ stored: 0, counted: [] })
})
