import { type Agent, request } from 'node:http'
import { KEY } from '../fixtures/server-process.ts'

export interface Sent {
  /** 0 if the connection broke. */
  readonly status: number
  readonly text: string
}
export type Send = (method: string, path: string, body?: string) => Promise<Sent>

/** Creates a function that sends requests to the server at `url` with the first key. */
export const createSend =
  (agent: Agent, url: string): Send =>
  (method, path, body) =>
    new Promise((resolve) => {
      const headers = {
        authorization: `Bearer ${KEY}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      }
      const asked = request(`${url}${path}`, { method, agent, headers }, (response) => {
        const parts: string[] = []
        response.setEncoding('latin1')
        response.on('data', (part: string) => parts.push(part))
        response.on('error', () => resolve({ status: 0, text: '' }))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text: parts.join('') }))
      })
      asked.on('error', () => resolve({ status: 0, text: '' }))
      asked.end(body)
    })
