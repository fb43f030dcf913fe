import type { Random } from './random.ts'
import { type Session, SITE } from './session.ts'

const PAGES = ['/', '/features', '/blog', '/blog/faster-labels', '/docs', '/docs/api', '/customers', '/about']

/** Adds a visit of the public pages. */
export function browse(session: Session, random: Random): void {
  session.view(SITE, '/')
  for (let left = random.integer(1, 5); left > 0; left--) session.view(SITE, random.pick(PAGES))
}
