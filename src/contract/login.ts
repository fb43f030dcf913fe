import { z } from 'zod'
import { ErrorBody } from './error-body.ts'
import { GivenPassword } from './user.ts'

export const Login = z.object({ email: z.string().max(254), password: GivenPassword }).meta({ id: 'Login' })

const errors = { 400: ErrorBody, 413: ErrorBody, 415: ErrorBody, 500: ErrorBody, 503: ErrorBody }

export const loginResponses = {
  200: z.object({ success: z.literal(true) }).meta({ id: 'LoginSuccess' }),
  ...errors,
  401: ErrorBody,
  429: ErrorBody,
}
export const logoutResponses = { 204: z.undefined(), ...errors, 403: ErrorBody }
