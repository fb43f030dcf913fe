import { type Fragment, sql } from './fragment.ts'

/**
 * Returns the finite number that a property means as text, ignoring spaces. Null for any other text,
 * including infinity and `nan`.
 */
export const numberOf = (property: Fragment) => finite(sql`toFloat64OrNull(replaceAll(${property}, ' ', ''))`)

/** Returns the number, or null if it is infinite or `nan`. */
export const finite = (number: Fragment) => sql`ifNotFinite(${number}, NULL)`
