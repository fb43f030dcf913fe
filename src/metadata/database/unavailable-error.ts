/**
 * Thrown if the server of the metadata cannot be reached, ends a statement or refuses to write. The next
 * statement takes a new connection.
 *
 * `isUnsure` is true if the connection was lost while the server committed: the changes are stored
 * completely or not at all, and {@link wasStored} asks which.
 */
export class MetadataUnavailableError extends Error {
  readonly isUnsure: boolean
  /** Resolves with null if the server does not say. */
  readonly wasCommitted: () => Promise<boolean | null>
  constructor(
    message: string,
    cause: unknown,
    isUnsure = false,
    wasCommitted: () => Promise<boolean | null> = () => Promise.resolve(isUnsure ? null : false),
  ) {
    super(message, { cause })
    this.name = 'MetadataUnavailableError'
    this.isUnsure = isUnsure
    this.wasCommitted = wasCommitted
  }
}

/** Whether it is unknown if the changes of a failed transaction are stored. */
export const isUnsure = (error: unknown): boolean =>
  error instanceof MetadataUnavailableError && error.isUnsure

/**
 * Returns whether the changes of a failed transaction are stored all the same. Null if this cannot be known
 * yet, because the server does not answer.
 */
export const wasStored = async (error: unknown): Promise<boolean | null> =>
  error instanceof MetadataUnavailableError ? error.wasCommitted() : false

/** Thrown if a server lacks changes that it, or the server before it, had confirmed. */
export class ChangesLostError extends Error {
  constructor(count: number) {
    super(
      `PostgreSQL has lost ${count} changes that it had confirmed: another server has taken over without them, or a backup was restored.`,
    )
  }
}

/** Thrown if a server cannot hold the metadata. The message is a sentence that says why, and what to do. */
export class MetadataServerError extends Error {}

/** Thrown if another node holds the store. */
export class NodeTakenError extends MetadataServerError {
  /** The session of the holder; null if it has ended meanwhile. */
  readonly session: number | null
  constructor(message: string, session: number | null) {
    super(message)
    this.session = session
  }
}

/**
 * Whether a store has refused a text because of the character U+0000, which PostgreSQL cannot hold. Texts
 * that clients store are checked at the edge; texts to search for, and ids, are not.
 */
export const isUnstorableText = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '22021'
