/**
 * Adds a member to an object as JSON.parse does. A plain assignment to `__proto__` would set the prototype
 * instead.
 */
export function defineMember(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, writable: true, enumerable: true, configurable: true })
  else object[name] = value
}
