import { z } from 'zod'

/** A session of a user who is signed in with a browser. */
export const SessionBody = z
  .object({
    id: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    is_current: z.boolean().describe('Whether it is the session of the request.'),
  })
  .meta({ id: 'Session' })

export const SessionListBody = z.array(SessionBody)
