/** What a worker is asked for. Each request is answered by one reply, in order. */
export type WalkRequest =
  /** Begins a walk in place of the one before. */
  | { readonly ask: 'start'; readonly name: string; readonly job: unknown }
  | { readonly ask: 'walk'; readonly bytes: Uint8Array }
  /** Ends the walk: the value of the reply is its result. */
  | { readonly ask: 'result' }
  /** Forgets the walk, without a result. */
  | { readonly ask: 'drop' }

export type WalkReply = { readonly value: unknown } | { readonly error: unknown }
