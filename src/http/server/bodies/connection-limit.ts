import { BlockList, isIPv6, type Socket } from 'node:net'

/**
 * The networks that THROUGHLINE_TRUSTED_PROXIES may contain by name. Fastify gives the names the same
 * meaning.
 */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Counts the open connections of each address. */
export interface ConnectionLimit {
  /** Returns whether a new connection from the address would exceed the limit. */
  isExceeded(address: string): boolean
  opened(address: string): void
  closed(address: string): void
}

/**
 * Creates a limit of `most` connections for each address. Trusted proxies are not limited, because each of
 * them connects on behalf of many clients.
 */
export function createConnectionLimit(most: number, trustedProxies: string): ConnectionLimit {
  const trusted = networksOf(trustedProxies)
  const open = new Map<string, number>()
  return {
    isExceeded: (address) => (open.get(address) ?? 0) >= most && !isIn(trusted, address),
    opened: (address) => void open.set(address, (open.get(address) ?? 0) + 1),
    closed(address) {
      const left = (open.get(address) ?? 0) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    },
  }
}

const DETAIL = 'This address has too many open connections. Close some, or send several requests over each.'

/**
 * Counts a new connection. A connection over the limit gets an error response and is closed. Must be called
 * for every new connection.
 */
export function admitConnection(limit: ConnectionLimit, socket: Socket): void {
  const address = socket.remoteAddress
  // The address is undefined if the connection has already ended.
  if (address === undefined) return
  if (limit.isExceeded(address)) {
    refuse(socket)
    return
  }
  limit.opened(address)
  socket.once('close', () => limit.closed(address))
}

function refuse(socket: Socket): void {
  const body = { type: 'server_error', code: 'too_many_connections', detail: DETAIL, attr: null }
  const text = JSON.stringify(body)
  socket.on('error', () => undefined)
  socket.end(
    `HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`,
  )
}

function networksOf(trustedProxies: string): BlockList {
  const list = new BlockList()
  const names = trustedProxies.split(',').map((name) => name.trim())
  for (const network of names.flatMap((name) => NETWORKS[name] ?? [name])) {
    const [address = '', prefix] = network.split('/')
    if (address === '') continue
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else if (prefix.includes('.')) list.addSubnet(address, bitsOf(prefix), family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

/** Returns the number of bits in a network mask such as 255.255.0.0. */
const bitsOf = (mask: string): number =>
  mask.split('.').reduce((sum, part) => sum + Number(part).toString(2).replaceAll('0', '').length, 0)

function isIn(list: BlockList, address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined && list.check(mapped, 'ipv4')) return true
  return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
