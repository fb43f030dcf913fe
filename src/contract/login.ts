import { z } from 'zod'
import { GivenPassword } from './user.ts'

export const Login = z.object({ email: z.string().max(254), password: GivenPassword }).meta({ id: 'Login' })

export const LoginSuccess = z.object({ success: z.literal(true) }).meta({ id: 'LoginSuccess' })
