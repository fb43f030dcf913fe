import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { statementsOf } from '#engine/migrate-engine.ts'
import { renderForCluster } from './render-schema.ts'

const FOLDER = fileURLToPath(new URL('../../../../migrations/clickhouse/', import.meta.url))
const FILES = readdirSync(FOLDER).sort()

/** Renders all schema files for a cluster. */
const rendered = (isReplicated: boolean) =>
  FILES.flatMap((file) => statementsOf(readFileSync(`${FOLDER}${file}`, 'utf8')))
    .flatMap((statement) => renderForCluster(statement, { cluster: 'main', database: 'tl', isReplicated }))
    .map(({ on, text }) => `-- on: ${on}\n${text};\n`)
    .join('\n')

test('the schema of a cluster with replicas', async () => {
  await expect(rendered(true)).toMatchFileSnapshot('__golden__/replicated.sql')
})

test('the schema of shards without replicas', async () => {
  await expect(rendered(false)).toMatchFileSnapshot('__golden__/shards.sql')
})

test('a statement that is not known on a cluster is an error, not a guess', () => {
  const tables = { cluster: 'main', database: 'tl', isReplicated: true }
  expect(() => renderForCluster('DROP TABLE events', tables)).toThrow('not known on a cluster')
  expect(() => renderForCluster('CREATE TABLE IF NOT EXISTS other (a UInt8)', tables)).toThrow('not known')
})
