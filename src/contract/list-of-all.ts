import { z } from 'zod'
import { Flag } from './known-parameters.ts'

/** Parameters that belong to lists of insights, but that clients send to every list. */
export const LIST_OF_ALL = {
  saved: Flag.refine((saved) => saved !== false, 'All of them are saved.').describe(
    'True is accepted: all of them are saved.',
  ),
  basic: Flag.describe('Accepted: a list has no results.'),
  order: z
    .enum(['', '-last_modified_at'], 'There is one other order: -last_modified_at.')
    .transform((order) => order !== '')
    .optional()
    .describe('`-last_modified_at`: the last change first. Without it the order is that of the list.'),
}
