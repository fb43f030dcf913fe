import { expect, test } from 'vitest'
import { KEY, useApp } from '../fixtures/use-app.ts'

const server = useApp()

test.each([
  ['a resource', '/api/projects/1/insights/', 'private, no-store'],
  ['a file', '/api/projects/1/insights/?format=csv', 'private, no-store'],
  ['an error', '/api/projects/1/nothing/', 'private, no-store'],
  ['an answer to SDKs', '/api/surveys/?token=phc_test', 'private, no-store'],
])('%s of the API is kept by no cache, and has its own type', async (_what, path, caching) => {
  const authorization = `Bearer ${KEY}`
  const { headers } = await server.app.server.inject({ method: 'GET', url: path, headers: { authorization } })
  expect([headers['cache-control'], headers['x-content-type-options']]).toEqual([caching, 'nosniff'])
})
