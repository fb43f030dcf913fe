import { expect, test } from 'vitest'
import type { Mismatch } from './compare-stores.ts'
import { ServerMismatchError } from './server-mismatch.ts'

const NAMES = { metadata: 'PostgreSQL at db:5432', events: 'the folder /srv/events' }
const END =
  'No event and no project was changed. Set the addresses of two stores that belong together, or restore both from backups of one moment.'

test.each<[Mismatch, string]>([
  [
    { kind: 'metadata_missing' },
    'The folder /srv/events has stored events, but PostgreSQL at db:5432 has no metadata.',
  ],
  [
    { kind: 'foreign', metadata: 'A', events: 'B' },
    'PostgreSQL at db:5432 belongs to installation A, and the folder /srv/events to installation B.',
  ],
  [
    {
      kind: 'metadata_behind',
      behind: [
        { what: 'persons', projectId: 1, count: 2 },
        { what: 'project', projectId: 3 },
      ],
    },
    'PostgreSQL at db:5432 is older than the folder /srv/events: it lacks 2 distinct ids of project 1, project 3.',
  ],
  [
    { kind: 'events_missing' },
    'PostgreSQL at db:5432 has metadata of stored events, but the folder /srv/events has no event store.',
  ],
  [
    { kind: 'marks_missing' },
    'The folder /srv/events lacks the file metadata-marks.jsonl, so it may belong to another installation or time.',
  ],
  [{ kind: 'tables_missing', tables: ['groups'] }, 'The folder /srv/events has lost tables: groups.'],
  [
    { kind: 'parts_missing', parts: [{ table: 'events', name: '202611_1_1_0', rows: 1 }] },
    'The folder /srv/events lacks 1 part with 1 row: events/202611_1_1_0.',
  ],
])('$kind is a sentence', (mismatch, sentence) => {
  expect(new ServerMismatchError(NAMES, [mismatch]).message).toBe(`${sentence} ${END}`)
})
