/** The current instant in milliseconds since 1970-01-01T00:00:00Z. Passed in, so that tests choose the time. */
export type Clock = () => number

/** Epoch milliseconds as ISO 8601 text in UTC with a `Z`, the only form in which instants leave the server. */
export const isoInstant = (epochMs: number): string => new Date(epochMs).toISOString()
