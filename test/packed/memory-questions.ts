import { batchBody } from '../../bench/events.ts'
import { capture } from '../fixtures/server-client.ts'
import { KEY, type ServerProcess, TOKEN } from '../fixtures/server-process.ts'

interface Question {
  readonly name: string
  readonly path: string
  readonly body: object
}
export interface Asked {
  /** How often each answer was given, by its status and the code of an error. */
  readonly answers: Readonly<Record<string, number>>
  readonly slowestMs: number
}

const STEPS = ['$pageview', 'added to cart', 'purchased'].map((id, order) => ({ id, order }))
const insight = (kind: string, body: object): Question => ({
  name: kind,
  path: `insights/${kind}`,
  body: { date_from: '-90d', refresh: true, ...body },
})
const statement = (name: string, query: string): Question => ({
  name,
  path: 'query',
  body: { query: { kind: 'HogQLQuery', query }, refresh: 'force_blocking' },
})

/** Questions that a container of 1 GiB answers. */
export const MODEST: readonly Question[] = [
  insight('trend', { events: [{ id: '$pageview' }], breakdown: '$browser' }),
  insight('trend', { events: [{ id: '$pageview', math: 'dau' }], interval: 'week' }),
  insight('funnel', { events: STEPS }),
  insight('funnel', { events: STEPS, breakdown: '$os' }),
  insight('retention', {}),
  insight('path', {}),
  statement('events by name', 'SELECT event, count() FROM events GROUP BY event'),
]

/** Questions that need more memory than there is, if several are asked at a time. */
export const GREEDY: readonly Question[] = [
  statement('all sorted', 'SELECT * FROM events ORDER BY properties DESC LIMIT 200000'),
  statement(
    'all joined',
    'SELECT count(DISTINCT concat(a.properties, b.properties)) FROM events a JOIN events b ON a.distinct_id = b.distinct_id',
  ),
  statement('all long', 'SELECT concat(properties, properties, properties), uuid FROM events LIMIT 150000'),
  statement('all distinct', 'SELECT DISTINCT uuid FROM events LIMIT 1000000'),
  insight('trend', { events: [{ id: '$pageview' }], breakdown: '$insert_id', breakdown_limit: 1000 }),
  insight('funnel', { events: STEPS, breakdown: '$insert_id' }),
  insight('path', { step_limit: 20, edge_limit: 10_000 }),
]

const AT_ONCE = 8
const EVENT = { event: 'meanwhile', distinct_id: 'meanwhile' }

/** Asks each question three times, eight at a time, while a client captures one event after the other. */
export async function askAll(server: ServerProcess, questions: readonly Question[]): Promise<Asked> {
  const answers: Record<string, number> = {}
  let slowestMs = 0
  const waiting = [...questions, ...questions, ...questions]
  const note = (answer: string) => {
    answers[answer] = (answers[answer] ?? 0) + 1
  }
  const client = async () => {
    for (let question = waiting.shift(); question !== undefined; question = waiting.shift()) {
      const startedMs = performance.now()
      note(`${question.name}: ${await ask(server, question)}`)
      slowestMs = Math.max(slowestMs, Math.round(performance.now() - startedMs))
    }
  }
  let isAsking = true
  const capturing = async () => {
    while (isAsking) note(`capture: ${await capture(server, [EVENT])}`)
  }
  const captured = capturing()
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  isAsking = false
  await captured
  return { answers, slowestMs }
}

async function ask(server: ServerProcess, { path, body }: Question): Promise<string> {
  const response = await fetch(`${server.url}/api/projects/1/${path}/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  return response.status === 200 ? '200' : `${response.status} ${JSON.parse(text).code}`
}

/** Returns a sentence for each answer that is not a 200. */
export const refusals = ({ answers }: Pick<Asked, 'answers'>): string[] =>
  Object.keys(answers).filter((answer) => !answer.endsWith(': 200'))

const BODIES = 8
const EVENTS_IN_BODY = 15_000

/**
 * Sends bodies of 15 MB, eight at once. Returns the statuses, and `closed` for each connection that the
 * server closed before it had the body.
 */
export async function captureMuch(server: ServerProcess): Promise<(number | 'closed')[]> {
  const endMs = Date.now()
  const dataset = {
    token: TOKEN,
    events: BODIES * EVENTS_IN_BODY,
    persons: 1_000,
    startMs: endMs - 3_600_000,
    endMs,
    firstUuid: 1e9,
  }
  const send = async (i: number) => {
    const body = batchBody(dataset, i * EVENTS_IN_BODY, EVENTS_IN_BODY)
    const response = await fetch(`${server.url}/batch/`, { method: 'POST', body })
    await response.text()
    return response.status
  }
  return Promise.all(Array.from({ length: BODIES }, (_, i) => send(i).catch(() => 'closed' as const)))
}
