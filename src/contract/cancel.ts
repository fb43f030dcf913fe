import { z } from 'zod'
import { clientText } from './text.ts'

/** Call 10. Everything that can be sent of an insight is let through as well, and changes nothing. */
export const CancelRequest = z
  .object({
    client_query_id: clientText(200)
      .nullish()
      .describe('Required: the name that was sent with the question.'),
  })
  .meta({ id: 'CancelRequest' })
