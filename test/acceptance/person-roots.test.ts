import { expect, test } from 'vitest'
import { bound, type Fragment, sql, text } from '../../src/fragments/fragment.ts'
import { openInProcessPersonRoots } from '../../src/insights/answering/in-process-person-roots.ts'
import { personOf, rootDictionary } from '../../src/sql/person-roots.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const rows = (query: Fragment) => server.app.engine.rows(query, { name: 'test', projectId: null })

test('merges of very large numbers take no memory for those between', async () => {
  const project = await server.newProject()
  const roots = await openInProcessPersonRoots(server.app.engine)
  const rootOf = async (person: number) => {
    await roots.changed(project.id)
    await roots.ready(project.id)
    const [row] = await rows(
      sql`SELECT ${personOf(project.id, true)} AS root FROM (SELECT ${bound('UInt32', person)} AS person)`,
    )
    return row
  }
  const merge = (person: number, root: number) =>
    server.app.engine.insert(
      'person_root',
      ['project_id', 'person', 'root', 'version'],
      [[project.id, person, root, 1].join('\t')],
    )
  await merge(7, 3)
  expect([await rootOf(7), await rootOf(8)]).toEqual([{ root: 3 }, { root: 8 }])
  await merge(4_000_000_000, 5)
  expect([await rootOf(4_000_000_000), await rootOf(7), await rootOf(8)]).toEqual([
    { root: 5 },
    { root: 3 },
    { root: 8 },
  ])
  const [memory] = await rows(
    sql`SELECT type, bytes_allocated < 1000000 AS is_small FROM system.dictionaries WHERE name = ${text(rootDictionary(project.id))}`,
  )
  expect(memory).toEqual({ type: 'HashedArray', is_small: 1 })
})

test('merges are loaded once for many questions, and again after the next merge', async () => {
  const roots = await openInProcessPersonRoots(server.app.engine)
  const { id } = await server.newProject()
  expect(await roots.ready(id)).toBe(false)
  await roots.changed(id)
  expect(await Promise.all([roots.ready(id), roots.ready(id)])).toEqual([true, true])
  await roots.changed(id)
  expect(await roots.ready(id)).toBe(true)
})
