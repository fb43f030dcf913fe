import { z } from 'zod'

interface Bounds {
  readonly least: number
  readonly most?: number
  readonly whenAbsent: number
}

/**
 * A whole number of a query, in decimal digits. Empty is absent: forms send that. `Number()` would take `0x10` and `1e3`
 * as well, which clients do not mean.
 */
export const wholeNumber = ({ least, most = Number.MAX_SAFE_INTEGER, whenAbsent }: Bounds) =>
  z
    .string('A valid integer is required.')
    .refine((text) => /^(?:[+-]?\d+)?$/.test(text), 'A valid integer is required.')
    .optional()
    .transform((text) => (text ? Math.min(Number(text), Number.MAX_VALUE) : whenAbsent))
    .pipe(
      z
        .number()
        .min(least, `Ensure this value is greater than or equal to ${least}.`)
        .max(most, `Ensure this value is less than or equal to ${most}.`),
    )
    .meta({ type: 'integer', minimum: least, default: whenAbsent })

/** How many to give, never more than `mostOnPage`: a client that asks for all gets the most there is. */
export const pageLimit = (mostOnPage: number, whenAbsent = 100) =>
  wholeNumber({ least: 1, most: Number.MAX_VALUE, whenAbsent }).transform((limit) =>
    Math.min(limit, mostOnPage),
  )

const grouped = (count: number) => count.toLocaleString('en')

export const paging = (mostOnPage = 1_000) => ({
  limit: pageLimit(mostOnPage).describe(
    `How many on a page: 100 when absent, ${grouped(mostOnPage)} at most.`,
  ),
  offset: wholeNumber({ least: 0, whenAbsent: 0 }).describe('How many to leave out before the first.'),
})
