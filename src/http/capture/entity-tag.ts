import { createHash } from 'node:crypto'

/** Returns a strong entity tag: equal content has equal tags. */
export const entityTagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/**
 * Returns whether an `If-None-Match` header contains the tag. The tags are compared by the weak comparison
 * of RFC 9110, 13.1.2, because proxies weaken tags.
 */
export function namesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const named = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(tag)
}
