import { plainText } from '#shared/json-text.ts'

const NAMING = ['email', 'Email', 'name', 'Name', 'username', 'Username', 'UserName']

/**
 * Returns the name of a person in lists: the first naming property that has a text or a number, else the
 * first distinct id.
 */
export function personName(
  properties: Readonly<Record<string, unknown>>,
  distinctIds: readonly string[],
): string {
  for (const key of NAMING) {
    const value = Object.hasOwn(properties, key) ? properties[key] : undefined
    const isNaming = (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
    if (isNaming) return plainText(value)
  }
  return distinctIds[0] ?? ''
}
