import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('a process that has used the PostgreSQL of the tests ends with its own exit code', () => {
  const script = "await import('./test/fixtures/postgres-server.ts'); process.exitCode = 3"
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', script],
    { encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([3, ''])
})
