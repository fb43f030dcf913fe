import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { Format } from './text.ts'

interface Bounds {
  readonly least: number
  readonly most?: number
  readonly whenAbsent: number
}

// Decimal digits. Empty is absent: forms send that. `Number()` would take `0x10` and `1e3` as well, which clients do not mean.
const Digits = z
  .string('A valid integer is required.')
  .refine((text) => /^(?:[+-]?\d+)?$/.test(text), 'A valid integer is required.')
  .optional()

const between = ({ least, most = Number.MAX_SAFE_INTEGER }: Omit<Bounds, 'whenAbsent'>) =>
  z
    .number()
    .min(least, `Ensure this value is greater than or equal to ${least}.`)
    .max(most, `Ensure this value is less than or equal to ${most}.`)

const numberOf = (digits: string) => Math.min(Number(digits), Number.MAX_VALUE)

/** A whole number of a query. */
export const wholeNumber = ({ whenAbsent, ...bounds }: Bounds) =>
  Digits.transform((digits) => (digits ? numberOf(digits) : whenAbsent))
    .pipe(between(bounds))
    .meta({ type: 'integer', minimum: bounds.least, default: whenAbsent })

/** The same where nothing stands for one that is absent. */
export const optionalWholeNumber = (bounds: Omit<Bounds, 'whenAbsent'>) =>
  Digits.transform((digits) => (digits ? numberOf(digits) : undefined))
    .pipe(between(bounds).optional())
    .meta({ type: 'integer', minimum: bounds.least })

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

/** What a list takes that has no conditions. */
export const PageQuery = knownParameters({ ...Format.shape, ...paging() })

/** A page of a list that is counted. `id` is its name in the document of the interface. */
export const pageBody = <Item extends z.ZodType>(item: Item, id: string) =>
  z
    .object({
      count: z.int().describe('All results, on every page.'),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(item),
    })
    .meta({ id })
