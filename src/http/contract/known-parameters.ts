import { z } from 'zod'

/** A query of these parameters only: one that is unknown may be a condition, and ignoring it gives a wrong answer. */
export const knownParameters = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).superRefine((query, context) => {
    for (const name of Object.keys(query))
      if (!Object.hasOwn(shape, name))
        context.addIssue({ code: 'custom', path: [name], message: 'This parameter is not known.' })
  })

/** `true` or `false`, in any case; absent where nothing was given. */
export const Flag = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['true', 'false', '1', '0', ''], 'Must be true or false.'))
  .transform((value) => (value === '' ? undefined : value === 'true' || value === '1'))
  .optional()

const MAX_PAGE = 1_000
export const paging = {
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .default(100)
    .transform((limit) => Math.min(limit, MAX_PAGE)),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
}
