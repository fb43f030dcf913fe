/** Returns the name of a group: its property `name`, or else its key. */
export function groupName(key: string, properties: unknown): string {
  const name = (properties as { readonly name?: unknown } | null | undefined)?.name
  return typeof name === 'string' && name !== '' ? name : key
}
