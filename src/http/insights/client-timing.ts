/**
 * The upper bounds of the histogram's buckets, in milliseconds. Stored counts refer to a bound by its
 * index, so new bounds must be appended and never inserted.
 */
export const BUCKET_ENDS_MS = [
  50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 300_000,
] as const
const NO_TIME = -1
const LONGEST_MS = 24 * 3_600_000
const MAX_LABEL_CHARACTERS = 64

/** The fields of a client's timing that are counted. */
export interface CountedTiming {
  readonly type: string
  readonly status: string
  /** The index of the bucket; -1 if the time is not plausible. */
  readonly bucket: number
  readonly milliseconds: number
}

/**
 * Parses a timing that a client has sent in any form. An invalid label becomes `unknown`, and an invalid
 * time has the bucket -1.
 */
export function countedTiming(sent: unknown): CountedTiming {
  const { type, status, time_to_see_data_ms: time } = sent as Record<string, unknown>
  const isSane = typeof time === 'number' && time >= 0 && time <= LONGEST_MS
  return {
    type: label(type),
    status: label(status),
    bucket: isSane ? bucketOf(time) : NO_TIME,
    milliseconds: isSane ? Math.round(time) : 0,
  }
}

function bucketOf(milliseconds: number): number {
  const place = BUCKET_ENDS_MS.findIndex((end) => milliseconds <= end)
  return place === -1 ? BUCKET_ENDS_MS.length : place
}

function label(value: unknown): string {
  if (typeof value !== 'string') return 'unknown'
  const text = value
    .slice(0, MAX_LABEL_CHARACTERS)
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
  return text === '' ? 'unknown' : text
}
