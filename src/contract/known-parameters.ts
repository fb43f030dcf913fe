import { z } from 'zod'
import { quoted, suggestion } from './nearest-name.ts'

// Clients send these with every GET. Keys are read from the header only, and a list is always up to date.
const HARMLESS = ['personal_api_key', 'refresh']

/** A query without other parameters: an unknown one may be a condition, and a list that ignored it would be wrong. */
export const knownParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).superRefine((query, context) => {
    for (const name of Object.keys(query))
      if (!Object.hasOwn(shape, name) && !HARMLESS.includes(name))
        context.addIssue({
          code: 'custom',
          path: [name],
          message: `This call has no parameter ${quoted(name)}. ${suggestion(name, Object.keys(shape))}`,
        })
  })

const YES = ['true', '1', 'yes', 'y', 't', 'on']
const NO = ['false', '0', 'no', 'n', 'f', 'off']

/** A boolean in the words that clients use, in any case; undefined for an empty text. */
export const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum([...YES, ...NO, ''], 'Must be true or false.'))
  .transform((value) => (value === '' ? undefined : YES.includes(value)))
  .optional()
