import { type Fragment, sql } from './fragment.ts'

/**
 * The finite number that a text means, ignoring spaces. Null for any other text, including infinity and
 * `nan`.
 */
export const numberOf = (property: Fragment) => finite(sql`toFloat64OrNull(replaceAll(${property}, ' ', ''))`)

/** The number; null if it is infinite or `nan`. */
export const finite = (number: Fragment) => sql`ifNotFinite(${number}, NULL)`
