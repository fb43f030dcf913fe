import { parseJson } from '#shared/json-text.ts'
import { fromOldestForm } from './parse-filters.ts'

export type Json = Readonly<Record<string, unknown>>

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Clients send null and empty text for what nobody chose. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Filters in any form that {@link parseFilters} reads, as one of its forms that holds where both hold. */
export function bothHold(own: unknown, others: unknown): unknown {
  const [a, b] = [nestable(own), nestable(others)]
  if (a === undefined) return others
  // Neither can be kept beside text that is not JSON: alone it is refused when it is asked.
  if (typeof a === 'string') return own
  if (typeof b === 'string') return others
  return Array.isArray(a) && Array.isArray(b)
    ? [...a, ...b]
    : {
        type: 'AND',
        values: [a, b].map((part) => (Array.isArray(part) ? { type: 'AND', values: part } : part)),
      }
}

/** A list or a group, which may stand inside a group; undefined where nothing is asked, text where it is not JSON. */
function nestable(properties: unknown): unknown {
  const value = fromJsonText(properties)
  if (!isRestricting(value)) return undefined
  return isJson(value) && !isGroup(value) ? fromOldestForm(value) : value
}

function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return parseJson(Buffer.from(value))
  } catch {
    return value
  }
}

/** Whether filters in any form say anything. */
export function isRestricting(properties: unknown): boolean {
  const value = fromJsonText(properties)
  if (isJson(value) && isGroup(value)) return !Array.isArray(value.values) || value.values.length > 0
  return Array.isArray(value) || isJson(value) ? Object.keys(value).length > 0 : isGiven(value)
}

const isGroup = (value: Json) => 'type' in value && 'values' in value
