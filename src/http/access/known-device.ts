import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '#metadata/access/user-store.ts'
import { isWithin } from '#shared/clock.ts'

export const DEVICE_COOKIE = 'throughline_device'
const DEVICE_SECONDS = 365 * 24 * 3_600
type DeviceOwner = Pick<Account, 'id' | 'passwordHash'>

/**
 * Returns the device cookie of a request, or null. The cookie is not verified yet. Works only on routes
 * under /api.
 */
export const deviceOf = (request: FastifyRequest): string | null => request.cookies[DEVICE_COOKIE] ?? null

/**
 * Returns the value of the device cookie for a device on which an account has signed in. The value is
 * signed with the stored hash of the password. This hash has a random salt, and leaves the server in no
 * other form than these signatures. A new password therefore makes all devices of the account unknown.
 */
export const deviceOfAccount = ({ id, passwordHash }: DeviceOwner, nowMs: number): string =>
  cookie.sign(`${id}.${nowMs}`, passwordHash ?? '')

/**
 * Returns whether the account has signed in on the device within the last year, with its present password.
 */
export function isKnownDevice(device: string | null, account: DeviceOwner | null, nowMs: number): boolean {
  if (device === null || account === null || account.passwordHash === null) return false
  const { valid, value } = cookie.unsign(device, account.passwordHash)
  if (!valid || value === null) return false
  const [id, signedInMs] = value.split('.')
  return Number(id) === account.id && isWithin(DEVICE_SECONDS * 1_000, Number(signedInMs), nowMs)
}

export const setDeviceCookie = (request: FastifyRequest, reply: FastifyReply, device: string): FastifyReply =>
  reply.setCookie(DEVICE_COOKIE, device, {
    path: '/api',
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    maxAge: DEVICE_SECONDS,
  })
