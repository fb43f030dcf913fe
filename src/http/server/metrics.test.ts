import { expect, test } from 'vitest'
import { requireScraper } from './metrics.ts'

const SECRET = 'scraper-0123456789'
const codeOf = (
  remoteAddress: string,
  headers: Record<string, string>,
  metricsToken: string | null,
  proxies = '',
) => {
  try {
    requireScraper({ headers, socket: { remoteAddress } }, { metricsToken, trustedProxies: proxies })
    return null
  } catch (error) {
    return (error as { code: string }).code
  }
}

test.each(['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])(
  'without a token, %s may read',
  (address) => {
    expect(codeOf(address, {}, null)).toBeNull()
    // With a trusted proxy on this machine, every request seems to come from this machine.
    expect(codeOf(address, {}, null, 'loopback')).toBe('not_found')
  },
)

test.each(['10.0.0.1', '192.0.2.7', '2001:db8::1', '::ffff:10.0.0.1', '127.example', ''])(
  'without a token, %s may not',
  (address) => {
    expect(codeOf(address, {}, null)).toBe('not_found')
    expect(codeOf(address, { authorization: `Bearer ${SECRET}` }, null)).toBe('not_found')
  },
)

test.each(['localhost:8000', 'LOCALHOST', '127.0.0.1:8000', '[::1]:8000'])(
  'without a token, this machine may read under the name %s',
  (host) => expect(codeOf('127.0.0.1', { host }, null)).toBeNull(),
)

test.each(['metrics.example', 'localhost.example:8000', '127.0.0.1.example', '10.0.0.1:8000', ''])(
  'without a token, the name %j of another site is unknown',
  (host) => {
    expect(codeOf('127.0.0.1', { host }, null)).toBe('not_found')
    expect(codeOf('127.0.0.1', { host, authorization: `Bearer ${SECRET}` }, SECRET)).toBeNull()
  },
)

const ADDED_BY_PROXIES = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
  ...['x-client-ip', 'true-client-ip', 'cf-connecting-ip', 'x-envoy-external-address', 'cdn-loop'],
]
test.each(ADDED_BY_PROXIES)('without a token, a proxy that sends %s may not', (name) => {
  expect(codeOf('127.0.0.1', { [name]: '198.51.100.3' }, null)).toBe('not_found')
})

test.each([undefined, 'Bearer phx_0123456789abcdef', `Bearer ${SECRET}x`, SECRET, `Basic ${SECRET}`])(
  'with a token, %s is refused from everywhere',
  (authorization) => {
    const headers = authorization === undefined ? {} : { authorization }
    for (const address of ['127.0.0.1', '192.0.2.7'])
      expect(codeOf(address, headers, SECRET)).toBe('not_authenticated')
  },
)

test('with a token, its bearer may read from everywhere, through proxies as well', () => {
  for (const address of ['127.0.0.1', '192.0.2.7'])
    for (const headers of [{}, { via: '1.1 proxy' }])
      expect(
        codeOf(address, { ...headers, authorization: `Bearer ${SECRET}` }, SECRET, 'loopback'),
      ).toBeNull()
})
