import { expect, test } from 'vitest'
import { parsePartName } from '#engine/embedded/disk/part-name.ts'
import type { StoredTable } from '#engine/embedded/disk/stored-tables.ts'
import type { StoredPart } from '#engine/embedded/disk/untrusted-parts.ts'
import type { MetadataState } from '#metadata/installation/metadata-state.ts'
import { compareStores, type Mismatch } from './compare-stores.ts'
import { type MetadataMarks, type RisenMarks, raise } from './metadata-marks.ts'

const part = (text: string, rows: number | null = 10): StoredPart => {
  const name = parsePartName(text)
  if (name === null) throw new Error(`${text} is no name of a part`)
  return { name, rows }
}
const table = (name: string, parts: string[], broken: string[] = []): StoredTable => ({
  table: name,
  hasFolder: true,
  parts: parts.map((text) => part(text)),
  broken: broken.map((text) => part(text)),
})
const metadata = (change: Partial<MetadataState> = {}): MetadataState => ({
  installation: 'A',
  isPaired: true,
  epoch: 7,
  mirrorVersion: 3,
  projects: [{ projectId: 1, nextPerson: 51, groupTypes: 2 }],
  parts: [],
  ...change,
})
const marks = (risen: RisenMarks = {}): MetadataMarks =>
  raise({ installation: 'A', epoch: 0, mirrorVersion: 0, projects: new Map() }, risen)
const recorded = (...names: string[]) => names.map((name) => ({ table: 'events', name, rows: 10 }))
const TABLES = [table('events', ['202503_1_1_0']), table('persons', [])]
const NOTHING = { marks: null, tables: [] }

const NEVER_USED = { isPaired: false, epoch: 0, projects: [{ projectId: 1, nextPerson: 1, groupTypes: 0 }] }

test.each([
  ['an empty folder', null, NOTHING],
  [
    'a first start that was killed before the metadata had tables',
    null,
    { marks: null, tables: [table('events', [])] },
  ],
  ['a first start that was killed before the event store', metadata(NEVER_USED), NOTHING],
  ['a first start that was killed before the marks', metadata(NEVER_USED), { marks: null, tables: TABLES }],
  [
    'a first start that was killed behind the marks',
    metadata(NEVER_USED),
    { marks: marks(), tables: TABLES },
  ],
  ['a folder of an older release', metadata({ isPaired: false }), { marks: null, tables: TABLES }],
  [
    'metadata of a release without an id',
    metadata({ installation: null, isPaired: false }),
    { marks: null, tables: TABLES },
  ],
  [
    'metadata as far as the marks',
    metadata(),
    { marks: marks({ epoch: 7, mirrorVersion: 3, projects: metadata().projects }), tables: TABLES },
  ],
  [
    'metadata ahead of the marks, as behind any kill',
    metadata(),
    { marks: marks({ epoch: 6 }), tables: TABLES },
  ],
])('%s is a pair', (_, state, events) => {
  expect(compareStores(state, events)).toEqual([])
})

const behind = (...what: Extract<Mismatch, { kind: 'metadata_behind' }>['behind']): Mismatch[] => [
  { kind: 'metadata_behind', behind: what },
]
test.each<[string, MetadataState | null, Parameters<typeof compareStores>[1], Mismatch[]]>([
  ['no metadata beside marks', null, { marks: marks(), tables: TABLES }, [{ kind: 'metadata_missing' }]],
  [
    'no metadata beside events of an older release',
    null,
    { marks: null, tables: TABLES },
    [{ kind: 'metadata_missing' }],
  ],
  [
    'another installation',
    metadata(),
    { marks: marks({ installation: 'B' }), tables: TABLES },
    [{ kind: 'foreign', metadata: 'A', events: 'B' }],
  ],
  ['a lower epoch', metadata(), { marks: marks({ epoch: 8 }), tables: TABLES }, behind({ what: 'changes' })],
  [
    'a lower version of the mirror',
    metadata(),
    { marks: marks({ mirrorVersion: 4 }), tables: TABLES },
    behind({ what: 'changes' }),
  ],
  [
    'fewer persons',
    metadata(),
    { marks: marks({ projects: [{ projectId: 1, nextPerson: 52, groupTypes: 2 }] }), tables: TABLES },
    behind({ what: 'persons', projectId: 1, count: 1 }),
  ],
  [
    'fewer group types',
    metadata(),
    { marks: marks({ projects: [{ projectId: 1, nextPerson: 9, groupTypes: 5 }] }), tables: TABLES },
    behind({ what: 'group_types', projectId: 1, count: 3 }),
  ],
  [
    'a lost project',
    metadata(),
    { marks: marks({ projects: [{ projectId: 2, nextPerson: 9, groupTypes: 0 }] }), tables: TABLES },
    behind({ what: 'project', projectId: 2 }),
  ],
  ['no event store', metadata(), NOTHING, [{ kind: 'events_missing' }]],
  [
    'no event store beside persons of an older release',
    metadata({ isPaired: false }),
    NOTHING,
    [{ kind: 'events_missing' }],
  ],
  ['marks without tables', metadata(), { marks: marks(), tables: [] }, [{ kind: 'events_missing' }]],
  ['tables without marks', metadata(), { marks: null, tables: TABLES }, [{ kind: 'marks_missing' }]],
  [
    'a table without a folder',
    metadata(),
    { marks: marks(), tables: [{ ...table('groups', []), hasFolder: false }] },
    [{ kind: 'tables_missing', tables: ['groups'] }],
  ],
  [
    'a part',
    metadata({ parts: recorded('202503_1_1_0', '202503_2_2_0') }),
    { marks: marks(), tables: TABLES },
    [{ kind: 'parts_missing', parts: recorded('202503_2_2_0') }],
  ],
  [
    'a part and changes',
    metadata({ parts: recorded('202504_1_1_0') }),
    { marks: marks({ epoch: 8 }), tables: TABLES },
    [...behind({ what: 'changes' }), { kind: 'parts_missing', parts: recorded('202504_1_1_0') }],
  ],
])('%s: no pair', (_, state, events, expected) => {
  expect(compareStores(state, events)).toEqual(expected)
})

test.each([
  ['itself', '202503_2_2_0', ['202503_2_2_0'], true],
  ['a merged part', '202503_2_2_0', ['202503_1_5_1'], true],
  ['a mutated part', '202503_2_2_0', ['202503_2_2_0_9'], true],
  ['its sources, behind a repair', '202503_1_5_2', ['202503_1_3_1', '202503_4_5_0'], true],
  ['a part that was merged anew in fewer merges, behind a repair', '202503_1_5_2', ['202503_1_7_1'], true],
  ['the same inserts of another month', '202503_2_2_0', ['202504_2_2_0'], false],
  ['neighbours', '202503_2_2_0', ['202503_1_1_0', '202503_3_3_0'], false],
  ['nothing', '202503_2_2_0', [], false],
])('a part that was recorded is there by %s', (_, name, parts, isThere) => {
  const tables = [table('events', parts)]
  const found = compareStores(metadata({ parts: recorded(name) }), { marks: marks(), tables })
  expect(found).toEqual(isThere ? [] : [{ kind: 'parts_missing', parts: recorded(name) }])
})

test('sources that hold fewer rows than the part that was made of them do not replace it', () => {
  const tables = [{ ...table('events', []), parts: [part('202503_1_1_0', 4), part('202503_2_2_0', 5)] }]
  const parts = recorded('202503_1_2_1')
  expect(compareStores(metadata({ parts }), { marks: marks(), tables })).toEqual([
    { kind: 'parts_missing', parts },
  ])
})

test('a part that cannot be read is not missing: each start reports it', () => {
  const tables = [table('events', [], ['202503_2_2_0'])]
  expect(compareStores(metadata({ parts: recorded('202503_2_2_0') }), { marks: marks(), tables })).toEqual([])
})
