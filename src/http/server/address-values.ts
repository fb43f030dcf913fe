import { isGiven, type JsonObject } from '#shared/json-value.ts'

/**
 * Returns the parameters that have a value, as the values of a query string. A list or an object becomes
 * JSON text.
 */
export const addressValues = (parameters: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (isGiven(value) ? [[name, inAddress(value)]] : [])),
  )

const inAddress = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
