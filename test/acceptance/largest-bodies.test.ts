import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'
import { requestsOfDocument } from '../stalls/requests-of-document.ts'
import type { Send } from '../stalls/send.ts'

const server = useApp()
const send: Send = async (method, path, body) => {
  const { status, body: answer } = await server.request(
    method,
    path,
    body === undefined ? body : JSON.parse(body),
  )
  return { status, text: JSON.stringify(answer) ?? '' }
}
/**
 * The bodies of this test are smaller than the largest ones that the server accepts. `npm run stalls` sends
 * the largest ones, and measures how long they hold the event loop.
 */
const KIB = 1024
const SIZES = { api: 8 * KIB, capture: 64 * KIB }

/**
 * Returns whether a request is sent. Calls about people are left out, because they have the same fields as
 * the calls of insights. Some kinds of values are enough in every run of the tests.
 */
const isTried = (name: string) =>
  !/ \/api\/(?:projects\/\{project_id\}\/persons|person)\//.test(name) &&
  /unknown fields|many texts|many keys with objects|items as fit|longest/.test(name)

test('large values of every field of every operation are taken or refused', {
  timeout: 240_000,
}, async () => {
  const failed: string[] = []
  const requests = (await requestsOfDocument(send, SIZES)).filter(({ name }) => isTried(name))
  for (const { name, method, path, text } of requests) {
    const { status } = await send(method, path, text?.())
    if (status >= 500) failed.push(`${name} answers ${status}`)
  }
  expect(failed).toEqual([])
  expect(requests.length).toBeGreaterThan(500)
})
