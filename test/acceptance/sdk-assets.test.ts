import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { useApp } from '../fixtures/use-app.ts'

const server = useApp()
const SDK = fileURLToPath(new URL('../../node_modules/posthog-js/', import.meta.url))
const { version } = JSON.parse(readFileSync(`${SDK}package.json`, 'utf8'))

const get = (url: string, headers: Record<string, string> = {}) => server.app.server.inject({ url, headers })

test('every script of the installed SDK is served unchanged, plain and gzip', async () => {
  const files = readdirSync(`${SDK}dist`).filter((file) => file.endsWith('.js'))
  expect(files).toEqual(
    expect.arrayContaining(['array.js', 'array.full.js', 'surveys.js', 'lazy-recorder.js']),
  )
  for (const file of files) {
    const bytes = readFileSync(`${SDK}dist/${file}`)
    const plain = await get(`/static/${file}`)
    expect([file, plain.statusCode, plain.headers['content-encoding']]).toEqual([file, 200, undefined])
    expect(plain.rawPayload.equals(bytes)).toBe(true)
    const zipped = await get(`/static/${version}/${file}`, { 'accept-encoding': 'br, gzip;q=0.5' })
    expect([file, zipped.statusCode, zipped.headers['content-encoding']]).toEqual([file, 200, 'gzip'])
    expect(gunzipSync(zipped.rawPayload).equals(bytes)).toBe(true)
  }
})

test.each([
  ['/static/array.js', 'public, max-age=3600'],
  ['/static/array.js?v=1.2.3', 'public, max-age=3600'],
  [`/static/${version}/array.js`, 'public, max-age=31536000, immutable'],
  // The response is the installed version, and not the version in the path.
  ['/static/1.0.0/array.js', 'public, max-age=3600'],
])('%s may be cached: %s', async (url, caching) => {
  const { headers } = await get(url)
  expect(headers).toMatchObject({
    'content-type': 'application/javascript; charset=utf-8',
    'cache-control': caching,
    vary: 'Origin, Accept-Encoding',
    'x-content-type-options': 'nosniff',
  })
})

test.each([{}, { 'accept-encoding': 'gzip' }])(
  'a script with the tag of the request is not sent again: %j',
  async (headers) => {
    const { etag = '' } = (await get('/static/array.js', headers)).headers
    const again = await get('/static/array.js', { ...headers, 'if-none-match': `W/${etag}` })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    const other = await get('/static/surveys.js', { ...headers, 'if-none-match': etag })
    expect(other.statusCode).toBe(200)
  },
)

test('the plain and the gzip form have different tags', async () => {
  const plain = await get('/static/array.js', { 'accept-encoding': 'gzip;q=0, identity' })
  const zipped = await get('/static/array.js', { 'accept-encoding': '*' })
  expect(plain.headers.etag).not.toBe(zipped.headers.etag)
})

test.each([
  '/static/',
  '/static/toolbar.js',
  '/static/array.js.map',
  '/static/module.d.ts',
  '/static/..%2Fpackage.json',
  '/static/..%2Fdist%2Farray.js',
  '/static/%2E%2E%2Fpackage.json',
  `/static/${version}/..%2F..%2Fpackage.json`,
  '/static/..%5Cpackage.json',
  '/static/array.js%00',
  '/static/ARRAY.JS',
  '/static/__proto__',
  '/static/1.0.0/2.0.0/array.js',
])('%s is not found', async (url) => {
  const { statusCode, body } = await get(url)
  expect([statusCode, JSON.parse(body).code]).toEqual([404, 'not_found'])
})

test('paths of a host that is configured with a slash at its end are found as well', async () => {
  for (const url of ['//static/array.js', '//array/phc_x/config.js', '//flags/?v=2'])
    expect([url, (await server.app.server.inject({ url })).statusCode]).toEqual([url, 200])
})
