/** Longer group keys are cut, in events and in requests alike. */
export const MAX_KEY_CHARACTERS = 400

/** A group key as both stores hold it: cut, with U+FFFD for NUL and lone surrogates. */
export const storableGroupKey = (key: string): string =>
  key.slice(0, MAX_KEY_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()
