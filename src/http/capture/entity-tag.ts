import { createHash } from 'node:crypto'

/** A strong entity tag: equal bytes, equal tag. */
export const entityTagOf = (content: string | Buffer): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`

/** Whether an `If-None-Match` names the tag, compared weakly as RFC 9110 13.1.2 has it: proxies weaken tags. */
export function namesEntityTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  const named = ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return named.includes('*') || named.includes(tag)
}
