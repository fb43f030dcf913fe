import { createXXHash3 } from 'hash-wasm'

const hasher = await createXXHash3()

/** Returns the 64-bit XXH3 hash of a text's UTF-8 bytes without a seed, like the engine's `xxh3`. */
export const itemHash = (text: string): bigint => BigInt(`0x${hasher.init().update(text).digest('hex')}`)
