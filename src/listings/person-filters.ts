import { type PropertyFilter, type PropertyGroup, readPropertyGroup } from '#query/property-filter.ts'
import { notSupported } from '#shared/request-error.ts'

/**
 * The property filters of a list of persons, in any form that {@link readPropertyGroup} takes. They are about the
 * person, whether they say so (`type: "person"`) or not.
 * @throws RequestError for what cannot be read and for filters about anything else.
 */
export function readPersonFilters(value: unknown, attr: string): PropertyGroup {
  return readPropertyGroup(withoutType(fromJsonText(value), [attr]), [attr])
}

/** A person property that is exactly this text. */
export const personPropertyIs = (key: string, value: string): PropertyFilter => ({
  kind: 'filter',
  key,
  operator: 'exact',
  values: [value],
})

// What is no JSON is refused by the reader, in its own words.
function fromJsonText(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function withoutType(value: unknown, path: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) return value.map((item, i) => memberWithoutType(item, [...path, i]))
  if (!isObject(value) || !Array.isArray(value.values)) return value
  return { ...value, values: withoutType(value.values, [...path, 'values']) }
}

function memberWithoutType(value: unknown, path: readonly PropertyKey[]): unknown {
  if (!isObject(value)) return value
  if (Object.hasOwn(value, 'values')) return withoutType(value, path)
  const { type, ...filter } = value
  if (type === undefined || type === null || type === 'person') return filter
  throw notSupported(`A filter of type '${type}' on persons`, [...path, 'type'].join('__'))
}
