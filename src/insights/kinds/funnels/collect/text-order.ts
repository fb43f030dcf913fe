/** Matches texts whose characters are all below the characters that UTF-16 and UTF-8 order differently. */
const IS_PLAIN = /^[\0-\ud7ff]*$/

/** Returns whether `a` sorts before `b` in the engine, which compares bytes. */
export const isBefore = (a: string, b: string): boolean =>
  IS_PLAIN.test(a) && IS_PLAIN.test(b) ? a < b : Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0
