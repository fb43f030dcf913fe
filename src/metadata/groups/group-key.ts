/** Longest group key in characters. Longer keys are cut, both in events and in requests. */
export const MAX_KEY_CHARACTERS = 400

/** Returns a group key as both stores hold it: cut, and with U+FFFD in place of NUL and lone surrogates. */
export const storableGroupKey = (key: string): string =>
  key.slice(0, MAX_KEY_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()
