import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { withInterfaceTable } from '../fixtures/interface-table.ts'
import { withIssueList } from '../fixtures/issue-list.ts'
import { useApp } from '../fixtures/use-app.ts'

const INTERFACE = fileURLToPath(new URL('../../docs/interface.md', import.meta.url))
const CAPTURE = fileURLToPath(new URL('../../docs/capture.md', import.meta.url))
const server = useApp()

// `npm run readme` runs these tests and lets them write the files.
test('docs/interface.md has the table that follows from the routes', async () => {
  const { body: document } = await server.request('GET', '/api/schema/', undefined, null)
  const text = await readFile(INTERFACE, 'utf8')
  await expect(withInterfaceTable(text, document)).toMatchFileSnapshot(INTERFACE)
})

test('docs/capture.md lists exactly the issues that are counted', async () => {
  await expect(withIssueList(await readFile(CAPTURE, 'utf8'))).toMatchFileSnapshot(CAPTURE)
})
