import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openApp } from '../../src/app/compose.ts'
import { parseConfig } from '../../src/app/config.ts'
import { bundleWalkWorker } from '../fixtures/bundled-program.ts'
import { checkStatement, fillProjects } from '../fixtures/check-statement.ts'
import { hogqlStatement } from '../fixtures/hogql-statements.ts'
import { createManualTimer } from '../fixtures/manual-timer.ts'

/**
 * `npm run fuzz` or `node --import tsx test/fuzz/run-statements.ts [statements] [first number] [most
 * failures]`: sends SELECT statements to a server with two projects. Prints one JSON line with the counts and
 * the slowest statement, also if SIGTERM ends it early. Exits with 1 and the statements if an answer reads
 * the other project, is an error of the server, or takes too long.
 */
const count = Number(process.argv[2] ?? 20_000)
const first = Number(process.argv[3] ?? Math.floor(Date.now() % 2 ** 31))
const mostFailures = Number(process.argv[4] ?? 1)
const TOKEN = 'phc_fuzz_0123456789abcdef'
const KEY = 'phx_fuzz_0123456789abcdef'

const folder = await mkdtemp(join(tmpdir(), 'throughline-statements-'))
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
await fillProjects(post, { id: 1, token: TOKEN }, { id: other.body.id, token: other.body.api_token })

const answers = new Map<string, number>()
const failures: object[] = []
let slowest = { tookMs: 0, number: 0, text: '' }
const startedMs = performance.now()
let isStopped = false
process.on('SIGTERM', () => {
  isStopped = true
})
let asked = 0
for (let number = first; asked < count && failures.length < mostFailures && !isStopped; number++) {
  asked++
  const given = hogqlStatement(number)
  const answer = await checkStatement(given, (question) => post('/api/projects/1/query/', question))
  const kind = `${given.sort}: ${answer.status}${answer.code === null ? '' : ` ${answer.code}`}`
  answers.set(kind, (answers.get(kind) ?? 0) + 1)
  if (answer.tookMs > slowest.tookMs)
    slowest = { tookMs: Math.round(answer.tookMs), number, text: given.text.slice(0, 500) }
  if (answer.problem !== null)
    failures.push({ number, ...given, ...answer, text: given.text.slice(0, 5_000) })
}
const line = {
  statements: asked,
  first,
  seconds: Math.round((performance.now() - startedMs) / 1_000),
  answers: Object.fromEntries([...answers].sort()),
  slowest,
  rssMiB: Math.round(process.memoryUsage().rss / 2 ** 20),
  failures,
}
process.stdout.write(`${JSON.stringify(line)}\n`)
await app.close()
await rm(folder, { recursive: true, force: true })
process.exit(failures.length === 0 ? 0 : 1)
