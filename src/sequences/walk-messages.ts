/** A result of the engine in Native format. A chunk has all events of its actors; those of its parts are walked when the last one has come. */
export interface ChunkPart {
  readonly bytes: Uint8Array
  /** `at` counts from it, in ms since the start of the range. */
  readonly sinceMs: number
  readonly endsChunk: boolean
}

/** What a worker is asked for. Each request is answered by one reply, in order. */
export type WalkRequest =
  /** Begins a walk in place of the one before. */
  | { readonly ask: 'start'; readonly name: string; readonly job: unknown }
  | ({ readonly ask: 'walk' } & ChunkPart)
  /** Ends the walk: the value of the reply is its result. */
  | { readonly ask: 'result' }
  /** Forgets the walk, without a result. */
  | { readonly ask: 'drop' }

export type WalkReply =
  | { readonly value: unknown }
  | { readonly error: unknown }
  | { readonly outOfMemory: true }
