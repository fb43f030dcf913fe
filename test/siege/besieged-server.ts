import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { KEY, type ServerProcess } from '../fixtures/server-process.ts'

export interface BesiegedProject {
  readonly id: number
  readonly token: string
}
export interface SiegeTarget {
  readonly url: string
  readonly pid: number
  /** The project that takes as much as it can get. */
  readonly greedy: BesiegedProject
  /** The project whose waits are measured. */
  readonly modest: BesiegedProject
}

/**
 * The connections of all clients of the siege except the held ones. A client that waits keeps its connection.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/**
 * Sends a request with the first key. Resolves with the text of the answer if its status is 200.
 * @throws Error with the status of any other answer.
 */
export function send(url: string, method: string, path: string, body?: string | object): Promise<string> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers }, (response) => {
      const parts: string[] = []
      response.setEncoding('utf8')
      response.on('data', (part: string) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        if (response.statusCode === 200 || response.statusCode === 201) resolve(parts.join(''))
        else reject(new Error(`${path.split('?')[0]} answered ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end(text)
  })
}

export async function targetOf(server: ServerProcess, token: string): Promise<SiegeTarget> {
  const made = JSON.parse(await send(server.url, 'POST', '/api/projects/', { name: 'Modest' }))
  return {
    url: server.url,
    pid: server.pid,
    greedy: { id: 1, token },
    modest: { id: made.id, token: made.api_token },
  }
}

/** Returns the resident memory of a process now and at its highest, in MiB. Linux only. */
export function memoryMiB(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (field: string) =>
    Math.round(Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024)
  return { now: of('VmRSS'), peak: of('VmHWM') }
}
