import { expect, test } from 'vitest'
import { createConnectionLimit } from './connection-limit.ts'

test('an address has as many connections as the limit, and again when one is closed', () => {
  const limit = createConnectionLimit(2, '')
  limit.opened('192.0.2.1')
  expect(limit.isExceeded('192.0.2.1')).toBe(false)
  limit.opened('192.0.2.1')
  expect([limit.isExceeded('192.0.2.1'), limit.isExceeded('192.0.2.2')]).toEqual([true, false])
  limit.closed('192.0.2.1')
  expect(limit.isExceeded('192.0.2.1')).toBe(false)
})

test.each([
  ['loopback', '127.0.0.1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '::1', true],
  ['loopback', '192.0.2.1', false],
  ['10.0.0.0/8, uniquelocal', '10.9.8.7', true],
  ['10.0.0.0/8', '::ffff:10.9.8.7', true],
  ['192.0.2.0/255.255.255.0', '192.0.2.77', true],
  ['192.0.2.0/255.255.255.0', '192.0.3.77', false],
  ['192.0.2.1', '192.0.2.1', true],
  ['2001:db8::/32', '2001:db8::7', true],
  ['', '127.0.0.1', false],
])('with the trusted proxies %s, %s has no limit: %s', (proxies, address, isTrusted) => {
  const limit = createConnectionLimit(1, proxies)
  limit.opened(address)
  expect(limit.isExceeded(address)).toBe(!isTrusted)
})
