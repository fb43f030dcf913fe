import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { expect } from 'vitest'
import { ErrorBody } from '../../src/contract/error-body.ts'
import type { TestApp } from '../fixtures/use-app.ts'

export interface RawAnswer {
  readonly status: number
  /** Headers, with their names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Listens on a free port. Returns the port. */
export async function listen(server: TestApp): Promise<number> {
  await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  const address = (server.app.server.server as Server).address()
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port')
  return address.port
}

/** Sends these bytes as they are and reads until the server closes. Text is sent as Latin-1. */
export async function exchange(port: number, ...parts: (string | Buffer)[]): Promise<RawAnswer[]> {
  const socket = connect(port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', (chunk) => received.push(chunk))
  for (const part of parts) socket.write(typeof part === 'string' ? Buffer.from(part, 'latin1') : part)
  await once(socket, 'close')
  return answersIn(Buffer.concat(received).toString('latin1'), parts)
}

/** Returns a request that asks to close the connection after it. */
export const request = (line: string, headers: readonly string[] = [], body = ''): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', body].join('\r\n')

function answersIn(bytes: string, sent: readonly (string | Buffer)[]): RawAnswer[] {
  const isHead = String(sent[0]).startsWith('HEAD ')
  const answers: RawAnswer[] = []
  for (let rest = bytes; rest !== ''; ) {
    const end = rest.indexOf('\r\n\r\n')
    const [status = '', ...lines] = rest.slice(0, end).split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [line.split(':')[0]?.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = isHead ? 0 : Number(headers['content-length'] ?? 0)
    const text = Buffer.from(rest.slice(end + 4, end + 4 + length), 'latin1').toString()
    answers.push({ status: Number(status.split(' ')[1]), headers, text })
    rest = rest.slice(end + 4 + length)
  }
  return answers
}

/** Expects exactly one response, with this error in its body. */
export function expectError(answers: readonly RawAnswer[], status: number, code: string): void {
  expect(answers.map((answer) => answer.status)).toEqual([status])
  expect(answers[0]?.headers['content-type']).toMatch(/^application\/json/)
  expect(ErrorBody.strict().parse(JSON.parse(answers[0]?.text ?? '')).code).toBe(code)
}
