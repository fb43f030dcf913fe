import { isGiven, type JsonObject } from '#shared/json-value.ts'

/** The parameters that have a value, for a query string: a list or an object is JSON text. */
export const addressValues = (parameters: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (isGiven(value) ? [[name, inAddress(value)]] : [])),
  )

const inAddress = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
