import { openApp } from '../../../src/app/compose.ts'
import { parseConfig } from '../../../src/app/config.ts'
import { bundleWalkWorker } from '../../fixtures/bundled-program.ts'
import { createManualTimer } from '../../fixtures/manual-timer.ts'
import { seededRandom } from '../../fixtures/seeded-random.ts'
import { statementEvent } from '../../oracle/given-statements.ts'
import { NOON_MS } from './random-events.ts'
import type { RandomQuestion } from './random-questions.ts'

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: any field of a body is compared
  readonly body: any
}
/** A server of Throughline with the events of all others, on an event store of one form. */
export interface AskedStore {
  readonly name: string
  ask(question: RandomQuestion): Promise<Answer>
  get(path: string): Promise<Answer>
  /** The number of stored events of both projects. */
  countEvents(): Promise<number>
  close(): Promise<void>
}

const TOKEN = 'phc_cluster_0123456789abcdef'
const KEY = 'phx_cluster_0123456789abcdef'
const BATCH = 500
const STATEMENT_EVENTS = 60

/** Opens a server in an empty data folder, and captures the events. */
export async function openAskedStore(
  name: string,
  folder: string,
  settings: Readonly<Record<string, string>>,
  events: readonly object[],
): Promise<AskedStore> {
  const config = parseConfig({
    THROUGHLINE_DATA_DIR: folder,
    THROUGHLINE_INIT_PROJECT_TOKEN: TOKEN,
    THROUGHLINE_INIT_PERSONAL_API_KEY: KEY,
    ...settings,
  })
  const timer = createManualTimer()
  const app = await openApp(config, {
    clock: () => NOON_MS,
    timer: timer.timer,
    isLogging: false,
    walkWorker: await bundleWalkWorker(),
  })
  async function send(method: 'GET' | 'POST', url: string, payload?: object): Promise<Answer> {
    const response = await app.server.inject({
      method,
      url,
      headers: { authorization: `Bearer ${KEY}` },
      ...(payload !== undefined && { payload }),
    })
    return { status: response.statusCode, body: response.json() }
  }
  async function must(url: string, payload: object): Promise<Answer['body']> {
    const { status, body } = await send('POST', url, payload)
    if (status >= 300) throw new Error(`${name}: ${url} answered ${status} ${JSON.stringify(body)}`)
    return body
  }
  async function capture(token: string, batch: readonly object[]): Promise<void> {
    for (let at = 0; at < batch.length; at += BATCH)
      await must('/batch/', { api_key: token, batch: batch.slice(at, at + BATCH) })
  }
  const other = await must('/api/projects/', { name: 'Statements', timezone: 'Europe/Berlin' })
  // The questions name cohorts 1 to 5.
  for (const plan of ['x', 'y', 'pro', 'free', 'x'])
    await must('/api/projects/1/cohorts/', {
      name: `Plan ${plan}`,
      groups: [{ properties: [{ key: 'plan', value: plan, type: 'person' }] }],
    })
  await capture(TOKEN, events)
  const random = seededRandom(7)
  const told = Array.from({ length: STATEMENT_EVENTS }, () => statementEvent(random))
  await capture(
    other.api_token,
    told.map(({ atMs, ...event }) => ({ ...event, timestamp: new Date(atMs).toISOString() })),
  )
  // Duties compute the cohorts.
  await timer.pass(3_600_000)
  const pathOf = ({ project }: Pick<RandomQuestion, 'project'>) =>
    `/api/projects/${project === 'insights' ? 1 : other.id}/query/`
  async function countOf(project: RandomQuestion['project']): Promise<number> {
    const query = { kind: 'HogQLQuery', query: 'select count() from events' }
    const { results } = await must(pathOf({ project }), { query })
    return results[0][0]
  }
  return {
    name,
    ask: (question) => send('POST', pathOf(question), { query: question.query, refresh: 'force_blocking' }),
    get: (path) => send('GET', path),
    countEvents: async () => (await countOf('insights')) + (await countOf('statements')),
    close: () => app.close(),
  }
}
