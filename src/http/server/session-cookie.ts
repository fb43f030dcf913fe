import type { FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '#shared/request-error.ts'
import { originOf } from './links.ts'

export const SESSION_COOKIE = 'throughline_session'
export const SESSION_SECONDS = 30 * 24 * 3_600
// Scripts cannot read the cookie, and browsers do not send it with a form of another site.
const ATTRIBUTES = { path: '/', httpOnly: true, sameSite: 'lax' } as const
const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS']

/** Returns the session token in the cookie of a request, or null. Works only on routes under /api. */
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
 * Refuses a write by a session from a page of another origin. A browser sends the cookie with requests of
 * any page, so the cookie does not prove that a page of this server asks.
 * @throws RequestError `forbidden`
 */
export function requireOwnPage(request: FastifyRequest): void {
  if (SAFE_METHODS.includes(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site === 'same-origin' || origin === new URL(originOf(request)).origin) return
  throw new RequestError(
    'forbidden',
    'permission_denied',
    'A session can write only from pages of this server. Programs use a personal API key.',
  )
}
