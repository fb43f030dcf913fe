/** The longest group key that is kept; what is longer is cut, where it is stored and where it is asked. */
const MAX_KEY_CHARACTERS = 400

/** A group key as both stores can hold it: cut, NUL and lone surrogates as U+FFFD. */
export const storableGroupKey = (key: string): string =>
  key.slice(0, MAX_KEY_CHARACTERS).replaceAll('\0', '\uFFFD').toWellFormed()
