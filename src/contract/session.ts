import { z } from 'zod'

/** A browser's session. */
export const SessionBody = z
  .object({
    id: z.string(),
    created_at: z.string(),
    expires_at: z.string(),
    is_current: z.boolean().describe('Whether it is the session of the request.'),
  })
  .meta({ id: 'Session' })

export const SessionListBody = z.array(SessionBody)
