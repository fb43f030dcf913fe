/** In the order of the engine, which compares bytes. */
export const isBefore = (a: string, b: string): boolean => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0
