import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { KINDS } from '#insights/questions/find-kind.ts'
import type { Document } from '../fixtures/openapi-shape.ts'
import { documentOfPage, WEB } from '../fixtures/page-document.ts'
import { useApp } from '../fixtures/use-app.ts'

const TYPES = join(WEB, 'api/schema.d.ts')
// openapi-typescript needs the API of a compiler before TypeScript 7, and the project has 7. So it is not a
// dependency.
const GENERATOR = ['-y', '-p', 'typescript@5.9.3', '-p', 'openapi-typescript@7.13.0', 'openapi-typescript']
const server = useApp()

// `npm run web:types` runs this test and lets it write the file.
test("the page's types are those of the OpenAPI document", { timeout: 240_000 }, async () => {
  const { body } = await server.request('GET', '/api/schema/', undefined, null)
  const document = JSON.stringify(await documentOfPage(body))
  const head = `// Written by \`npm run web:types\` from the OpenAPI document, sha256 ${createHash('sha256').update(document).digest('hex')}.\n`
  if (expect.getState().snapshotState['_updateSnapshot'] === 'all') await writeTypes(document, head)
  const written = await readFile(TYPES, 'utf8')
  expect(written.slice(0, head.length), 'run `npm run web:types`').toBe(head)
})

test('the document has the node and the results of each kind of query, and the items of results', async () => {
  const { components }: Document = (await server.request('GET', '/api/schema/', undefined, null)).body
  const { QueryResult, ...schemas } = components.schemas
  const results = QueryResult?.properties?.results?.anyOf?.[0]?.anyOf ?? []
  expect(results.map(({ $ref }) => $ref?.split('/').at(-1))).toEqual(
    KINDS.map(({ names }) => `${names.node}Results`),
  )
  const { anyOf: nodes = [] } = schemas['QueryRequest']?.properties?.query ?? {}
  expect(nodes.flatMap(({ $ref }) => $ref?.split('/').at(-1) ?? [])).toEqual(
    KINDS.map(({ names }) => names.node),
  )
  const items = ['Trend', 'Stickiness', 'Lifecycle', 'FunnelTrend', 'FunnelTimes', 'Retention', 'Path']
  const names = [...items.map((name) => `${name}Item`), 'FunnelStep', 'CorrelatedItem', 'Row']
  expect(Object.keys(schemas)).toEqual(expect.arrayContaining(names))
})

async function writeTypes(document: string, head: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-types-'))
  try {
    const [from, to] = [join(folder, 'document.json'), join(folder, 'schema.d.ts')]
    await writeFile(from, document)
    await promisify(execFile)('npx', [...GENERATOR, from, '-o', to], { cwd: folder })
    await writeFile(TYPES, head + (await readFile(to, 'utf8')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
