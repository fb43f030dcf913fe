import { createXXHash3 } from 'hash-wasm'

const hasher = await createXXHash3()

/** XXH3 of 64 bits of the UTF-8 of a text, without a seed: the engine's `xxh3`. */
export const itemHash = (text: string): bigint => BigInt(`0x${hasher.init().update(text).digest('hex')}`)
