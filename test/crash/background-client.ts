import { capture, UnexpectedStatus } from '../fixtures/server-client.ts'
import { KEY, type ServerProcess } from '../fixtures/server-process.ts'
import { untilBroken } from '../fixtures/until-broken.ts'
import type { CrashClient } from './crash-client.ts'

const EVENTS = 10
const [DONE, ACCEPTED, NOT_FOUND] = [200, 202, 404]
const GONE = { complete: true, error: true }

interface Results {
  readonly results?: readonly { readonly data: readonly number[] }[] | null
}
interface Status {
  readonly query_status: Results & {
    readonly id: string
    readonly complete: boolean
    readonly error: boolean
  }
}

/**
 * Makes a client that asks in the background how many events it has sent. If the server is killed, the next
 * server either does not know the question or answers it correctly.
 */
export function createBackgroundClient(name: string): CrashClient {
  const faults: string[] = []
  let acknowledged = 0
  let answers = 0
  let sent = 0
  let pending: { readonly id: string; readonly least: number } | undefined

  async function write(server: ServerProcess): Promise<void> {
    if (pending !== undefined) await settle(server)
    sent += EVENTS
    const batch = Array.from({ length: EVENTS }, (_, i) => ({ event: name, distinct_id: `${name} ${i}` }))
    const status = await capture(server, batch)
    if (status !== 200) throw new UnexpectedStatus('capture', status, '')
    acknowledged += EVENTS
    const query = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: name }],
      dateRange: { date_from: '-1d' },
    }
    const body = { query, refresh: 'force_async' }
    const { status: answered, text } = await ask(server, 'POST', '', body)
    if (answered !== DONE && answered !== ACCEPTED) throw new UnexpectedStatus('query', answered, text)
    pending = { id: statusOf(JSON.parse(text)).id, least: acknowledged }
    await settle(server)
  }
  async function settle(server: ServerProcess): Promise<void> {
    while (pending !== undefined) {
      const { id, least } = pending
      const { status, text } = await ask(server, 'GET', `${id}/`)
      if (status !== NOT_FOUND && status !== DONE) throw new UnexpectedStatus('query status', status, text)
      const { complete, error, ...found } = status === NOT_FOUND ? GONE : statusOf(JSON.parse(text))
      if (!complete) continue
      pending = undefined
      if (!error) judge(found, least)
    }
  }
  function judge({ results }: Results, least: number): void {
    answers++
    const counted = results?.[0]?.data.reduce((sum, one) => sum + one, 0) ?? 0
    if (counted < least || counted > sent) faults.push(`${counted} of ${least} to ${sent} events of ${name}`)
  }
  return {
    name,
    get acknowledged() {
      return answers
    },
    faults,
    run: (server, writing) => untilBroken(() => write(server), writing),
    lostIn: async () => [],
  }
}

const statusOf = ({ query_status }: Status) => query_status

/**
 * Asks a question. The status of a new question is 200 if an earlier result is shown with it, and 202
 * otherwise.
 */
async function ask(server: ServerProcess, method: string, path: string, body?: object) {
  const response = await fetch(`${server.url}/api/projects/1/query/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}
