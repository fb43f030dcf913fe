import { expect, test } from 'vitest'
import { EngineError } from '#engine/engine-error.ts'
import type { Timer } from '#shared/clock.ts'
import { meetServer } from './first-contact.ts'
import type { ServerClient } from './server-client.ts'
import { ConnectionError, errorOfServer } from './server-error.ts'

type Outcome = string | EngineError

/**
 * Meets a server that answers with these outcomes in turn. An outcome that is a text is the version of the
 * server.
 */
async function meet(outcomes: readonly Outcome[]) {
  const left = [...outcomes]
  const lines: string[] = []
  let waitedMs = 0
  const timer: Timer = (ms, task) => {
    waitedMs += ms
    void task()
    return () => undefined
  }
  const run: ServerClient['run'] = async () => {
    const outcome = left.length > 1 ? left.shift() : left[0]
    if (outcome instanceof EngineError) throw outcome
    const row = `\t\t{\n\t\t\t"version": "${outcome}"\n\t\t}`
    const statistics = '"statistics":\n\t{\n\t\t"rows_read": 1,\n\t\t"bytes_read": 1\n\t}'
    return Buffer.from(`{\n\t"data":\n\t[\n${row}\n\t],\n\n\t"rows": 1,\n\n\t${statistics}\n}\n`)
  }
  const client = { run } as unknown as ServerClient
  const log = { warn: (_: object, sentence: string) => void lines.push(sentence) }
  const contact = { origin: 'http://one:8123', user: 'writer', database: 'events', client, timer, log }
  const failure = await meetServer(contact).catch((error: Error) => error.message)
  return { failure, lines, waitedMs }
}

const GONE = new ConnectionError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))

test('a server that comes up later is awaited, with one line in the log', async () => {
  expect(await meet([GONE, GONE, GONE, '26.3.1.1'])).toEqual({
    failure: undefined,
    lines: ['The ClickHouse server http://one:8123 does not answer yet.'],
    waitedMs: 3_000,
  })
})

test('a server that does not come up is given up after a minute', async () => {
  const { failure, waitedMs } = await meet([GONE])
  expect(failure).toContain('did not answer for 60 seconds: ECONNREFUSED')
  expect(waitedMs).toBe(60_000)
})

test.each(['25.8.3.1', '26.2.9.9', '9.99.1.1'])('version %s is too old', async (version) => {
  const { failure } = await meet([version])
  expect(failure).toBe(
    `The ClickHouse server http://one:8123 has version ${version}. Throughline needs 26.3 or later.`,
  )
})

test.each(['26.3.0.1', '26.10.1.1', '27.1.1.1'])('version %s is taken', async (version) => {
  expect(await meet([version])).toMatchObject({ failure: undefined })
})

test('a wrong password is not awaited', async () => {
  const refused = errorOfServer('Code: 516. DB::Exception: writer: Authentication failed.')
  expect(await meet([refused])).toMatchObject({
    failure: 'The ClickHouse server http://one:8123 refuses the password of the user writer.',
    waitedMs: 0,
  })
})

test('a database that may not be made is a sentence', async () => {
  const unknown = errorOfServer('Code: 81. DB::Exception: Database events does not exist.')
  const denied = errorOfServer('Code: 497. DB::Exception: Not enough privileges.')
  const { failure } = await meet(['26.7.1.1', unknown, denied])
  expect(failure).toContain('has no database events, and the user writer may not create it.')
})
