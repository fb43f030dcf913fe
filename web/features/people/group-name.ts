/** Returns the name of a group. It is the property `name`, or the key if the group has no name. */
export function groupName(key: string, properties: unknown): string {
  const name = (properties as { readonly name?: unknown } | null | undefined)?.name
  return typeof name === 'string' && name !== '' ? name : key
}
