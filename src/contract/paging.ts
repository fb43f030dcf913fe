import { z } from 'zod'
import { knownParameters } from './known-parameters.ts'
import { shown } from './nearest-name.ts'
import { Format } from './text.ts'

interface Bounds {
  readonly least: number
  readonly most?: number
  readonly whenAbsent: number
}

const noInteger = {
  error: ({ input }: { readonly input?: unknown }) =>
    `A valid integer is required, such as 100: ${shown(input)} is not one.`,
}

// Decimal digits. An empty text is allowed, because forms send one for a field without a value. `Number()`
// without this check would also accept `0x10` and `1e3`.
const Digits = z
  .string(noInteger)
  .regex(/^(?:[+-]?\d+)?$/, noInteger)
  .optional()

/** A whole number in a body or in an address. In an address it is written in digits. */
export const WholeNumber = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^[+-]?\d{1,15}$/)
        .transform(Number),
    ],
    noInteger,
  )
  .meta({ type: 'integer' })

/**
 * A {@link WholeNumber} from `least` to `most`. A boolean is refused, because coercion would turn it into
 * 1.
 */
export const wholeNumberOf = ({ least, most = Number.MAX_SAFE_INTEGER }: { least: number; most?: number }) =>
  WholeNumber.pipe(z.int().min(least).max(most))

const between = ({ least, most = Number.MAX_SAFE_INTEGER }: Omit<Bounds, 'whenAbsent'>) =>
  z
    .number()
    .min(least, `Ensure this value is greater than or equal to ${least}.`)
    .max(most, `Ensure this value is less than or equal to ${most}.`)

const numberOf = (digits: string) => Math.min(Number(digits), Number.MAX_VALUE)

/** A whole number in a query string; `whenAbsent` if there is none. */
export const wholeNumber = ({ whenAbsent, ...bounds }: Bounds) =>
  Digits.transform((digits) => (digits ? numberOf(digits) : whenAbsent))
    .pipe(between(bounds))
    .meta({ type: 'integer', minimum: bounds.least, default: whenAbsent })

/** Like {@link wholeNumber}, but undefined if the query string has none. */
export const optionalWholeNumber = (bounds: Omit<Bounds, 'whenAbsent'>) =>
  Digits.transform((digits) => (digits ? numberOf(digits) : undefined))
    .pipe(between(bounds).optional())
    .meta({ type: 'integer', minimum: bounds.least })

/**
 * The size of a page. A size above `mostOnPage` is reduced to `mostOnPage`, because clients ask for all
 * rows with a large number.
 */
export const pageLimit = (mostOnPage: number, whenAbsent = 100) =>
  wholeNumber({ least: 1, most: Number.MAX_VALUE, whenAbsent }).transform((limit) =>
    Math.min(limit, mostOnPage),
  )

const grouped = (count: number) => count.toLocaleString('en')

export const paging = (mostOnPage = 1_000) => ({
  limit: pageLimit(mostOnPage).describe(`Rows on a page: 100 by default, ${grouped(mostOnPage)} at most.`),
  offset: wholeNumber({ least: 0, whenAbsent: 0 }).describe('Rows to skip.'),
})

/**
 * The largest offset of a page of values. A higher one would find nothing: the values of events, persons
 * and sessions are counted in at most this many rows.
 */
const MOST_VALUES = 1_000_000

/** The parameters of a list of the values of a property. */
export const valuesPaging = () => ({
  limit: pageLimit(1_000, 20).describe('Values on a page: 20 by default, 1,000 at most.'),
  offset: wholeNumber({ least: 0, most: MOST_VALUES, whenAbsent: 0 }).describe('Values to skip.'),
})

/** The query of a list without conditions. */
export const PageQuery = knownParameters({ ...Format.shape, ...paging() })

/**
 * Returns the schema of a page of a list whose items are counted. `id` is the name of the schema in the
 * OpenAPI document.
 */
export const pageBody = <Item extends z.ZodType>(item: Item, id: string) =>
  z
    .object({
      count: z.int().describe('The number of results on all pages.'),
      next: z.string().nullable(),
      previous: z.string().nullable(),
      results: z.array(item),
    })
    .meta({ id })
