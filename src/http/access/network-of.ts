import { isIPv6 } from 'node:net'

const GROUPS_OF_NETWORK = 4

/**
 * Returns the network of an address; attempts are counted by network. The network of an IPv4 address is the
 * address itself. The network of an IPv6 address is its first 64 bits, because a single machine can use all
 * addresses that begin with these bits.
 */
export function networkOf(address: string): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (ipv4 !== undefined) return ipv4
  if (!isIPv6(address)) return address
  const [before = '', after] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const first = groupsOf(before)
  const missing = 8 - first.length - groupsOf(after ?? '').length
  const groups = after === undefined ? first : [...first, ...Array<string>(Math.max(missing, 0)).fill('0')]
  return `${[...groups, ...groupsOf(after ?? '')]
    .slice(0, GROUPS_OF_NETWORK)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
