import { z } from 'zod'
import type { User } from '../../metadata/user-store.ts'

export const UserBody = z
  .object({
    id: z.int(),
    uuid: z.uuid(),
    distinct_id: z.string(),
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    is_email_verified: z.boolean(),
    hedgehog_config: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'User' })

export const toUserBody = (user: User): z.infer<typeof UserBody> => ({
  id: user.id,
  uuid: user.uuid,
  distinct_id: user.distinctId,
  first_name: user.firstName,
  last_name: user.lastName,
  email: user.email,
  is_email_verified: false,
  hedgehog_config: {},
})
