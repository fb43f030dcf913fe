import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '#shared/request-error.ts'
import { originOf } from './links.ts'

export const SESSION_COOKIE = 'throughline_session'
export const SESSION_SECONDS = 30 * 24 * 3_600
// Scripts of a page cannot read it, and pages of other sites cannot send it along when they post.
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** The token of the session that a browser shows, or null. Only on routes under /api. */
export const sessionTokenOf = (request: FastifyRequest): string | null =>
  request.cookies[SESSION_COOKIE] ?? null

export const setSessionCookie = (request: FastifyRequest, reply: FastifyReply, token: string): FastifyReply =>
  reply.setCookie(SESSION_COOKIE, token, {
    ...ATTRIBUTES,
    secure: request.protocol === 'https',
    maxAge: SESSION_SECONDS,
  })

export const clearSessionCookie = (reply: FastifyReply): FastifyReply =>
  reply.clearCookie(SESSION_COOKIE, ATTRIBUTES)

/**
 * Lets a session change things only from pages of this server: a browser sends its cookie for whichever page asks.
 * @throws RequestError `forbidden`
 */
export function requireOwnPage(request: FastifyRequest): void {
  if (SAFE_METHODS.includes(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || origin === new URL(originOf(request)).origin) return
  throw new RequestError(
    'forbidden',
    'permission_denied',
    'With a session, changes are taken from pages of this server only. Programs use a personal API key.',
  )
}
