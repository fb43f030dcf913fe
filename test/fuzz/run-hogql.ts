import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app/compose.ts'
import { parseConfig } from '../../src/app/config.ts'
import { bundleWalkWorker } from '../fixtures/bundled-program.ts'
import { checkHogql, hogqlEvents } from '../fixtures/check-hogql.ts'
import { hogqlExpression } from '../fixtures/hogql-expressions.ts'
import { createManualTimer } from '../fixtures/manual-timer.ts'

/**
 * `npm run fuzz` or `node --import tsx test/fuzz/run-hogql.ts [expressions] [first number]`: sends
 * expressions to a server with two projects. Prints one JSON line with the counts and the slowest expression.
 * Exits with 1 and the expression if an answer reads the other project, is an error of the server, or takes
 * too long.
 */
const count = Number(process.argv[2] ?? 20_000)
const first = Number(process.argv[3] ?? Math.floor(Date.now() % 2 ** 31))
const TOKEN = 'phc_fuzz_0123456789abcdef'
const KEY = 'phx_fuzz_0123456789abcdef'

const folder = await mkdtemp(join(tmpdir(), 'throughline-hogql-'))
const config = parseConfig({
  THROUGHLINE_DATA_DIR: folder,
  THROUGHLINE_INIT_PROJECT_TOKEN: TOKEN,
  THROUGHLINE_INIT_PERSONAL_API_KEY: KEY,
})
const NOON = Date.parse('2026-11-20T12:00:00Z')
const app = await openApp(config, {
  clock: () => NOON,
  timer: createManualTimer().timer,
  isLogging: false,
  walkWorker: await bundleWalkWorker(),
})

async function post(url: string, payload: object) {
  const headers = { authorization: `Bearer ${KEY}` }
  const response = await app.server.inject({ method: 'POST', url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}

const other = await post('/api/projects/', { name: 'Other', timezone: 'UTC' })
await post('/batch/', { api_key: TOKEN, batch: hogqlEvents(false) })
await post('/batch/', { api_key: other.body.api_token, batch: hogqlEvents(true) })

const answers = new Map<string, number>()
let slowest = { tookMs: 0, number: 0, text: '' }
let failed: object | null = null
const startedMs = performance.now()
for (let number = first; number < first + count && failed === null; number++) {
  const given = hogqlExpression(number)
  const answer = await checkHogql(given, (question) => post('/api/projects/1/insights/trend/', question))
  const kind = `${given.sort}: ${answer.status}${answer.code === null ? '' : ` ${answer.code}`}`
  answers.set(kind, (answers.get(kind) ?? 0) + 1)
  if (answer.tookMs > slowest.tookMs)
    slowest = { tookMs: Math.round(answer.tookMs), number, text: given.text.slice(0, 500) }
  if (answer.problem !== null) failed = { number, ...given, ...answer }
}
const seconds = Math.round((performance.now() - startedMs) / 1_000)
const rssMiB = Math.round(process.memoryUsage().rss / 2 ** 20)
const line = {
  expressions: count,
  first,
  seconds,
  answers: Object.fromEntries([...answers].sort()),
  slowest,
  rssMiB,
  failed,
}
process.stdout.write(`${JSON.stringify(line)}\n`)
await app.close()
await rm(folder, { recursive: true, force: true })
process.exit(failed === null ? 0 : 1)
