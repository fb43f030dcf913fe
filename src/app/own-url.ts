import type { AddressInfo } from 'node:net'

/** An address of this machine for a server that listens at these; null where it listens at none yet. */
export function ownUrl(addresses: readonly (AddressInfo | string)[]): string | null {
  const [first] = addresses
  if (first === undefined || typeof first === 'string') return null
  // A server that listens on every address of the machine can be reached at this one.
  const host = first.address.replace(/^0\.0\.0\.0$/, '127.0.0.1').replace(/^::$/, '::1')
  return `http://${host.includes(':') ? `[${host}]` : host}:${first.port}`
}
