import { connect } from 'node:net'
import type { SiegeTarget } from './besieged-server.ts'
import { pause } from './pause.ts'
import type { Samples } from './samples.ts'

const CONNECTIONS = 150
const MiB = 1024 * 1024
const SENT = Buffer.alloc(19 * MiB, ' ')
const HEAD = `POST /batch/ HTTP/1.1\r\nHost: siege\r\nContent-Type: application/json\r\nContent-Length: ${20 * MiB}\r\n\r\n`
const AGAIN_MS = 1_000

/**
 * Keeps connections open that have sent 19 of 20 MiB. For each connection that the server ends, it opens
 * another.
 */
export async function holdBodies(target: SiegeTarget, samples: Samples, signal: AbortSignal): Promise<void> {
  const hold = async () => {
    while (!signal.aborted) {
      await samples.take(() => holdOne(new URL(target.url), signal))
      await pause(AGAIN_MS, signal)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, hold))
}

/**
 * Holds one body. Resolves when the siege ends.
 * @throws Error with the status with which the server ended the connection.
 */
function holdOne({ hostname, port }: URL, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      resolve()
    }
    let answer = ''
    socket.on('data', (bytes) => {
      answer += bytes.toString('latin1')
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      signal.removeEventListener('abort', end)
      reject(new Error(`ended with ${statusIn(answer)}`))
    })
    signal.addEventListener('abort', end)
    socket.write(HEAD)
    socket.write(SENT)
  })
}

const statusIn = (answer: string) => /^HTTP\/1.1 (\d+)/.exec(answer)?.[1] ?? 'no answer'
