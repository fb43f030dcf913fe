import { randomUUID } from 'node:crypto'
import type { SeededRandom } from '../../fixtures/seeded-random.ts'
import { type AskedQuestion, isWithin, QUESTIONS, type Range } from './asked.ts'
import type { Sender } from './sender.ts'

/** A client that captures visitors, some of whom are merged, and asks how many there are. */
export interface Visitors {
  readonly name: string
  /** The uuids of all events that were answered with 200. */
  readonly acknowledged: ReadonlySet<string>
  /** Batches that were answered with 200, and questions that were answered. */
  readonly batches: number
  readonly answers: number
  /** Captures and asks until `signal` aborts. A refused batch is sent again, unchanged, until it is taken. */
  run(signal: AbortSignal): Promise<void>
  /**
   * Asks every question until it is answered, while nothing is captured, and returns a sentence for each
   * wrong answer.
   */
  wrongAtRest(): Promise<string[]>
}

const MOST_VISITORS = 60
/** A question is answered within this time while nothing is wrong. */
const AT_REST_MS = 60_000

/**
 * Makes a client of this name. Each visitor looks and orders. Every second one looks without a name first,
 * and is identified in between, so that two persons become one.
 */
export function createVisitors(name: string, random: SeededRandom, sender: Sender): Visitors {
  const acknowledged = new Set<string>()
  const visitors = { sent: 0, acknowledged: 0 }
  let batches = 0
  let answers = 0

  function newBatch(count: number): Captured[] {
    return Array.from({ length: count }, () => visitor(name, visitors.sent++)).flat()
  }
  async function captureSome(): Promise<void> {
    const batch = newBatch(random.between(1, MOST_VISITORS))
    await sender.capture(batch)
    for (const { uuid } of batch) acknowledged.add(uuid)
    visitors.acknowledged = visitors.sent
    batches++
  }
  /** Returns null if the question was refused, otherwise what is wrong with its answer. */
  async function ask(question: AskedQuestion): Promise<{ readonly wrong: string | null } | null> {
    const before = visitors.acknowledged
    const body = await sender.ask(question, name)
    if (body === null) return null
    answers++
    const range: Range = { least: before, most: visitors.sent }
    const found = question.numbers(body)
    const isRight = isWithin(question, found, range)
    return {
      wrong: isRight
        ? null
        : `${question.name} of ${name}: ${found} is not within ${range.least} and ${range.most}`,
    }
  }
  return {
    name,
    acknowledged,
    get batches() {
      return batches
    },
    get answers() {
      return answers
    },
    async run(signal) {
      // Questions are asked while events are captured, and not only between them.
      const capturing = async () => {
        while (!signal.aborted) await captureSome()
      }
      const asking = async () => {
        for (let i = 0; !signal.aborted; i++) {
          const outcome = await ask(QUESTIONS[i % QUESTIONS.length] as AskedQuestion)
          if (outcome !== null && outcome.wrong !== null) sender.fault(outcome.wrong)
        }
      }
      await Promise.all([capturing(), asking()])
    },
    async wrongAtRest() {
      const wrong: string[] = []
      const endMs = performance.now() + AT_REST_MS
      for (const question of QUESTIONS) {
        let outcome = await ask(question)
        while (outcome === null && performance.now() < endMs) outcome = await ask(question)
        if (outcome === null) wrong.push(`${question.name} of ${name} is refused`)
        else if (outcome.wrong !== null) wrong.push(outcome.wrong)
      }
      return wrong
    },
  }
}

interface Captured {
  readonly uuid: string
  readonly event: string
  readonly distinct_id: string
  readonly timestamp: string
  readonly properties: object
}

function visitor(name: string, i: number): Captured[] {
  const user = `${name} user ${i}`
  const first = i % 2 === 0 ? user : `${name} visitor ${i}`
  const atMs = Date.now()
  const event = (what: string, distinctId: string, afterMs: number, properties: object = {}): Captured => ({
    uuid: randomUUID(),
    event: what,
    distinct_id: distinctId,
    timestamp: new Date(atMs + afterMs).toISOString(),
    properties: { client: name, ...properties },
  })
  return [
    event(`${name} looked`, first, 0),
    ...(first === user ? [] : [event('$identify', user, 1, { $anon_distinct_id: first })]),
    event(`${name} ordered`, user, 2),
  ]
}
