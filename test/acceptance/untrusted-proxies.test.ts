import { expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()
const SPOOFED = { 'x-forwarded-proto': 'https', 'x-forwarded-host': 'evil.example' }

test('without trusted proxies X-Forwarded headers have no effect on links', async () => {
  for (let i = 0; i < 2; i++) await server.request('POST', '/api/projects/1/insights/', { name: `${i}` })
  const answer = await server.app.server.inject({
    url: '/api/projects/1/insights/?limit=1',
    headers: { ...SPOOFED, authorization: `Bearer ${KEY}`, host: 'stats.example' },
  })
  expect(JSON.parse(answer.body).next).toMatch(/^http:\/\/stats\.example\//)
})

test('without trusted proxies logins are counted by the address of the connection', async () => {
  const login = (i: number) =>
    server.app.server.inject({
      method: 'POST',
      url: '/api/login/',
      headers: { ...SPOOFED, 'x-forwarded-for': `203.0.113.${i}` },
      payload: { email: `${i}@example.com`, password: 'wrong' },
    })
  const answers = await Promise.all(Array.from({ length: 31 }, (_, i) => login(i)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([...Array(30).fill(401), 429])
})
