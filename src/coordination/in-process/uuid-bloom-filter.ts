import type { UuidHash } from './uuid-hash.ts'

/**
 * A growing Bloom filter over hashes of uuids, its keys. `mayContain` is never false for a uuid that was
 * added. For other uuids it is true about once in 100,000. A key takes 4 bytes.
 */
export interface UuidBloomFilter {
  mayContain(hash: UuidHash): boolean
  add(hash: UuidHash): void
  /** Returns the number of keys that fit into the filter's memory: at least as many as were added. */
  capacity(): number
}

const SMALLEST_LAYER = 2 ** 14
// With this size, bit numbers stay within 31 bits.
const LARGEST_LAYER = 2 ** 26
const PROBES = 8

interface Layer {
  readonly words: Uint32Array
  readonly capacity: number
  /** Reduces a hash to the number of a bit. */
  readonly mask: number
  keys: number
}
const createLayer = (capacity: number): Layer => ({
  words: new Uint32Array(capacity),
  capacity,
  mask: capacity * 32 - 1,
  keys: 0,
})

/** Creates an empty filter. A look-up is fastest while no more than `expectedKeys` keys were added. */
export function createUuidBloomFilter(expectedKeys = 0): UuidBloomFilter {
  // The newest layer comes first. A full layer stays, and a layer of twice the size is put in front of it.
  const layers = [createLayer(layerFor(expectedKeys))]
  // Loops are used here and below, because closures took half of the time of a look-up.
  function mayContain(hash: UuidHash): boolean {
    for (const layer of layers) if (layerHas(layer, hash)) return true
    return false
  }
  return {
    mayContain,
    add(hash) {
      if (mayContain(hash)) return
      let [layer] = layers
      if (layer === undefined || layer.keys === layer.capacity) {
        layer = createLayer(Math.min((layer?.capacity ?? SMALLEST_LAYER) * 2, LARGEST_LAYER))
        layers.unshift(layer)
      }
      addTo(layer, hash)
    },
    capacity: () => layers.reduce((sum, layer) => sum + layer.capacity, 0),
  }
}

// Returns a power of two, because bit numbers are reduced with a mask.
const layerFor = (keys: number) =>
  Math.min(Math.max(2 ** Math.ceil(Math.log2(Math.max(keys, 1))), SMALLEST_LAYER), LARGEST_LAYER)

function addTo(layer: Layer, hash: UuidHash): void {
  layer.keys++
  const first = hash[0] ?? 0
  const step = (hash[1] ?? 0) | 1
  for (let i = 0; i < PROBES; i++) {
    const bit = bitOf(first, step, i, layer.mask)
    layer.words[bit >>> 5] = (layer.words[bit >>> 5] ?? 0) | (1 << (bit & 31))
  }
}

function layerHas({ words, mask }: Layer, hash: UuidHash): boolean {
  const first = hash[0] ?? 0
  const step = (hash[1] ?? 0) | 1
  for (let i = 0; i < PROBES; i++) {
    const bit = bitOf(first, step, i, mask)
    if (((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
  }
  return true
}

// Derives all probes from two hashes (Kirsch and Mitzenmacher, 2006). Capacities are powers of two, with 32
// bits for each key.
const bitOf = (first: number, step: number, probe: number, mask: number): number =>
  (first + Math.imul(probe, step)) & mask
