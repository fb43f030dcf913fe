import { expect, test } from 'vitest'
import type { IngestIssue } from '#contract/ingest-issue.ts'
import type { SentEvent } from '#ingest/captured-event.ts'
import type { SentMap } from '#ingest/wire/sent-map.ts'
import { eventLosses } from './event-losses.ts'
import { personStatement } from './person-statement.ts'

const LONG = 'x'.repeat(201)

function lossesOf(fields: SentEvent, properties: SentMap): IngestIssue[] {
  const sent: SentEvent = { event: 'paid', distinct_id: 'ada', properties, ...fields }
  const name = String(sent.event).slice(0, 200)
  const distinctId = String(sent.distinct_id).slice(0, 200)
  const { person } = personStatement(name, distinctId, properties)
  return eventLosses(sent, properties, { name, distinctId, person })
}

test.each<[SentEvent, SentMap, IngestIssue[]]>([
  [{}, {}, []],
  [{ event: 'x'.repeat(200), distinct_id: 'x'.repeat(200) }, {}, []],
  [{ event: LONG }, {}, ['name_too_long']],
  [{ distinct_id: LONG }, {}, ['name_too_long']],
  [{}, { distinct_id: LONG }, []],
  [{ event: '$create_alias' }, { alias: LONG }, ['name_too_long']],
  [{}, { alias: LONG }, []],
  [{ groups: { [LONG]: 1 } }, {}, ['name_too_long']],
  [{ $groups: { company: 'x'.repeat(400) } }, {}, []],
  [{}, { $groups: { company: 'x'.repeat(401) } }, ['name_too_long']],
  [{ amount: 5 }, {}, ['unknown_field']],
  [{ amount: null, note: '' }, {}, []],
  [{ options: { cookieless_mode: true }, session_id: 's-1' }, {}, []],
  [{ session_id: 's-1' }, {}, ['unknown_field']],
  [{ options: { color: 'red' } }, {}, ['unknown_field']],
  [{ options: 'red' }, {}, ['unknown_field']],
  [{ $set: 5 }, {}, ['illegal_assignment']],
  [{ $set: [], $set_once: null, $unset: '' }, { $unset: { plan: 1 } }, []],
  [{}, { $group_set: 'plan' }, []],
  [{}, { $unset: ['plan', null] }, ['illegal_assignment']],
  [{}, { $process_person_profile: false }, []],
  [{}, { $process_person_profile: false, $set: {}, $unset: [] }, []],
  [{}, { $process_person_profile: false, $set: { plan: 1 } }, ['no_person_profile']],
  [{ event: '$identify' }, { $process_person_profile: false, $set: { plan: 1 } }, []],
  [{}, { $groups: { company: '', team: null, '': null } }, []],
  [{}, { $groups: { '': 'acme' } }, ['illegal_group']],
  [{}, { $groups: ['acme'] }, ['illegal_group']],
  [{ groups: { company: 'acme' } }, { $groups: 'acme' }, []],
  [{ event: '$groupidentify' }, {}, ['illegal_group']],
  [{ event: '$groupidentify' }, { $group_type: 'company', $group_key: 7, $group_set: [] }, []],
  [
    { event: LONG, amount: 5, $set: 'plan' },
    { $process_person_profile: false, $unset: ['plan'], $groups: 7 },
    ['name_too_long', 'unknown_field', 'illegal_assignment', 'no_person_profile', 'illegal_group'],
  ],
])('%.80j with %.80j', (fields, properties, losses) => {
  expect(lossesOf(fields, properties)).toEqual(losses)
})
