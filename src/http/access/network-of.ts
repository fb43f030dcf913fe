import { isIPv6 } from 'node:net'

const GROUPS_OF_NETWORK = 4

/**
 * The network of an address, by which attempts are counted: an IPv4 address itself, and the first 64 bits of an IPv6 address,
 * because a single machine has all addresses with these.
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
