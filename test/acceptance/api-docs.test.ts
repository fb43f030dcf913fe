import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium } from '../fixtures/chromium.ts'
import { type ApiDocument, type Operation, operationsOf } from '../fixtures/documented.ts'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
let browser: Browser
let origin = ''
let document: ApiDocument
let operations: Operation[] = []
beforeAll(async () => {
  document = (await server.request('GET', '/api/schema/', undefined, null)).body
  operations = operationsOf(document)
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
})

test('the page shows the interface, and loads everything from the server', { timeout: 240_000 }, async () => {
  const page = await browser.newPage()
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(`${origin}/api/docs/`)
  const call = page.getByText('Compute a trend', { exact: true }).first()
  await call.waitFor()
  // An opened operation shows its parameters and responses.
  await call.click()
  await page.getByRole('button', { name: 'Try it out' }).waitFor()
  expect(complaints).toEqual([])
  expect(asked.filter((url) => !url.startsWith(origin) && !url.startsWith('data:'))).toEqual([])
})

test('the page finds its files without the slash at its end as well', async () => {
  const { body } = await server.app.server.inject('/api/docs')
  const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file)
  expect(files.length).toBeGreaterThan(4)
  for (const file of files) expect((await server.app.server.inject(file)).statusCode, file).toBe(200)
})

test('the document of the page is that of /api/schema/, with one address for each operation', async () => {
  const { body: shown } = await server.request('GET', '/api/docs/json', undefined, null)
  const { paths, ...others } = document
  const { paths: shownPaths, ...shownOthers } = shown
  expect(shownOthers).toEqual(others)
  expect(paths).toMatchObject(shownPaths)
  // If an operation is not shown, the same operation is shown at another path.
  const left = operations.filter(({ path }) => !(path in shownPaths))
  const firstOf = ({ path }: Operation) =>
    path
      .replace('/api/environments/', '/api/projects/')
      .replace('/api/{project_id}/', '/api/projects/{project_id}/')
      .replace('/api/person/', '/api/projects/{project_id}/persons/')
      .replace('/persons/funnel/correlation/', '/persons/correlation/')
      .replace(/^\/(?:e|capture|track|engage)\/$/, '/i/v0/e/')
      .replace('/decide/', '/flags/')
      .replace('/api/feature_flag/local_evaluation/', '/flags/definitions/')
  expect(left.length).toBeGreaterThan(80)
  for (const one of left)
    expect(shownPaths[firstOf(one)]?.[one.method.toLowerCase()]?.summary, one.name).toBe(one.summary)
})

test('the groups of operations are described, in the order in which they are read', () => {
  const { tags } = document
  for (const { name, description } of tags) expect(description, name).toMatch(/^[A-Z].{20,}\.$/)
  const used = new Set(operations.flatMap((one) => one.tags ?? []))
  expect(new Set(tags.map(({ name }) => name))).toEqual(used)
})

test('no script but those of the server can run in the page', async () => {
  const { headers, body } = await server.app.server.inject('/api/docs/')
  expect(headers['content-security-policy']).toContain("script-src 'self';")
  expect(headers['content-security-policy']).toContain("default-src 'none';")
  expect(body).not.toMatch(/<script(?![^>]* src=)/)
  expect(body).not.toMatch(/https?:/)
})

test('every operation has a name of its own and one line about it, every parameter a description', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name, i) => !name || names.indexOf(name) !== i)).toEqual([])
  for (const { name: operation, summary, parameters = [] } of operations) {
    expect(summary, operation).toMatch(/^(?!Call )[A-Z].{4,79}$/)
    for (const { name, description } of parameters) expect(description, `${operation} ${name}`).toBeTruthy()
  }
})

test('the contract calls have their numbers next to their names, under both prefixes', () => {
  const numbers = (prefix: string) =>
    operations
      .filter(({ path }) => path.startsWith(prefix))
      .flatMap(({ method, 'x-contract-call': call }) => (method === 'PUT' ? [] : (call ?? [])))
      .sort((a, b) => a - b)
  const found = numbers('/api/projects/')
  expect(found).toEqual(Array.from({ length: 26 }, (_, i) => i + 1))
  expect(numbers('/api/environments/')).toEqual(found)
})

test('an operation with the parameter format can respond with CSV', () => {
  const isCsv = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'format')
  expect(operations.filter(isCsv).length).toBeGreaterThan(20)
  for (const { name, responses } of operations.filter(isCsv)) {
    const [, success] = Object.entries(responses).find(([status]) => /^20[01]$/.test(status)) ?? []
    expect(Object.keys(success?.content ?? {}).slice(0, 2), name).toEqual(['application/json', 'text/csv'])
  }
})

test('every schema is used, and in one form', () => {
  const text = JSON.stringify(document)
  for (const name of Object.keys(document.components.schemas)) {
    expect(text).toContain(`"#/components/schemas/${name}"`)
    if (name.endsWith('Input')) expect(document.components.schemas).toHaveProperty(name.replace(/Input$/, ''))
  }
})
