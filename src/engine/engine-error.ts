export type EngineErrorKind =
  | 'timeout'
  | 'memory'
  | 'too_large'
  | 'too_complex'
  | 'cancelled'
  | 'disk_full'
  | 'unsure'
  | 'value'
  | 'insert_failed'
  | 'closed'
  /**
   * A ClickHouse server does not answer, or cannot work at the moment. It recovers without a change of the
   * request.
   */
  | 'unreachable'
  | 'other'

/** The ClickHouse error codes that a caller can act on. */
const KINDS: Readonly<Record<number, EngineErrorKind>> = {
  117: 'value',
  158: 'too_large',
  159: 'timeout',
  160: 'timeout',
  202: 'too_large',
  241: 'memory',
  243: 'disk_full',
  394: 'cancelled',
  396: 'too_large',
}

/**
 * A failed query or insert. `message` is the engine's own text. It quotes queries and values, so it is
 * never shown to a client.
 */
export class EngineError extends Error {
  readonly kind: EngineErrorKind
  readonly code: number | null
  /** A sentence that says how the question can be made lighter; null if the question is not known. */
  lighter: string | null = null
  constructor(kind: EngineErrorKind, message: string, code: number | null = null) {
    super(message)
    this.name = 'EngineError'
    this.kind = kind
    this.code = code
  }
}

/** Returns the error of a query whose caller has left. */
export const cancelled = (): EngineError => new EngineError('cancelled', 'The query was cancelled.')

const INVALID_PATTERN = 427
/**
 * This is not a code of the engine. The engine reports an unknown time zone as a bad argument (36), like
 * many other mistakes.
 */
const UNKNOWN_ZONE = 36_000

/** Converts any error of the engine to an EngineError. Its code is the number in the text `Code: 159.` */
export function toEngineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = codeIn(message)
  return new EngineError((code !== null && KINDS[code]) || 'other', message, code)
}

function codeIn(message: string): number | null {
  const found = /Code: (\d+)\./.exec(message)?.[1]
  if (found === undefined) return null
  // The replacing functions report an invalid regular expression as a bad argument (36).
  if (found === '36' && /not a valid re2 pattern/i.test(message)) return INVALID_PATTERN
  if (found === '36' && /Cannot load time zone/.test(message)) return UNKNOWN_ZONE
  return Number(found)
}
