import { z } from 'zod'
import { type Fragment, numeral, sql } from '#fragments/fragment.ts'

/**
 * A value of a property, as text in the form that filters compare. `count` is how many events, persons,
 * sessions or groups have the value.
 */
export interface PropertyValue {
  readonly name: string
  readonly count: number
}

/** The position of a page among the values of a property. */
export interface ValuesPosition {
  readonly limit: number
  readonly offset: number
}

export interface ValuesPage {
  readonly values: readonly PropertyValue[]
  /** Whether there are further values after this page. */
  readonly hasMore: boolean
}

const Row = z.object({ name: z.string(), count: z.coerce.number() })

/**
 * Returns the end of a query for values, which orders them with the most frequent first and selects the
 * page. {@link toValuesPage} reads the columns `name` and `count` of the query.
 */
export const pageOfValues = ({ limit, offset }: ValuesPosition): Fragment => sql`ORDER BY count DESC, name
LIMIT ${numeral(limit + 1)} OFFSET ${numeral(offset)}`

/**
 * Returns the page. The query reads one value more than the limit. If it is found, there are further values.
 */
export const toValuesPage = (rows: readonly unknown[], { limit }: ValuesPosition): ValuesPage => ({
  values: rows.slice(0, limit).map((row) => Row.parse(row)),
  hasMore: rows.length > limit,
})
