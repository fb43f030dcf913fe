import { z } from 'zod'

// Clients send these with every read. Keys are taken from the header alone, and lists are never older than the request.
const HARMLESS = ['personal_api_key', 'refresh']

/** A query of these parameters only: one that is unknown may be a condition, and ignoring it gives a wrong answer. */
export const knownParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).superRefine((query, context) => {
    for (const name of Object.keys(query))
      if (!Object.hasOwn(shape, name) && !HARMLESS.includes(name))
        context.addIssue({ code: 'custom', path: [name], message: 'This parameter is not known.' })
  })

const YES = ['true', '1', 'yes', 'y', 't', 'on']
const NO = ['false', '0', 'no', 'n', 'f', 'off']

/** Yes or no in the words that clients use, in any case; absent where nothing was given. */
export const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum([...YES, ...NO, ''], 'Must be true or false.'))
  .transform((value) => (value === '' ? undefined : YES.includes(value)))
  .optional()
