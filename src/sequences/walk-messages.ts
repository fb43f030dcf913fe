/**
 * A part of a chunk: a result of the engine in Native format. A chunk has all events of its actors. The
 * parts of a chunk are walked when the last one has come.
 */
export interface ChunkPart {
  readonly bytes: Uint8Array
  /** The time from which `at` counts, in ms since the start of the range. */
  readonly sinceMs: number
  readonly endsChunk: boolean
}

/** A request to a worker. Each request gets one reply, in order. */
export type WalkRequest =
  /** Begins a walk, which replaces the previous walk. */
  | { readonly ask: 'start'; readonly name: string; readonly job: unknown }
  | ({ readonly ask: 'walk' } & ChunkPart)
  /** Ends the walk. The value of the reply is its result. */
  | { readonly ask: 'result' }
  /** Forgets the walk, without a result. */
  | { readonly ask: 'drop' }

export type WalkReply =
  | { readonly value: unknown }
  | { readonly error: unknown }
  | { readonly outOfMemory: true }
