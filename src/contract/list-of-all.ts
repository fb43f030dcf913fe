import { z } from 'zod'
import { Flag } from './known-parameters.ts'

/**
 * Parameters of lists of insights. Other lists accept them as well, because clients send them to every list.
 */
export const LIST_OF_ALL = {
  saved: Flag.refine(
    (saved) => saved !== false,
    'Everything in this list is saved: leave saved out, or send true.',
  ).describe('True is accepted and changes nothing: everything in this list is saved.'),
  basic: Flag.describe('Accepted and ignored: this list has no results.'),
  order: z
    .enum(
      ['', '-last_modified_at'],
      'The only other order is -last_modified_at: send it, or leave order out.',
    )
    .transform((order) => order !== '')
    .optional()
    .describe('`-last_modified_at` lists the last change first. Without it the list has its own order.'),
}
