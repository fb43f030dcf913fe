import type { AddressInfo } from 'node:net'

/**
 * Returns a URL at which this machine reaches a server that listens at `addresses`; null if it does not
 * listen yet.
 */
export function ownUrl(addresses: readonly (AddressInfo | string)[]): string | null {
  const [first] = addresses
  if (first === undefined || typeof first === 'string') return null
  // A server that listens on every address of the machine can be reached at the loopback address.
  const host = first.address.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^::$/, '::1')
  return `http://${host.includes(':') ? `[${host}]` : host}:${first.port}`
}
