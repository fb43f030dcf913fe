/**
 * A growing Bloom filter over (project, uuid). `mayContain` is never false for a uuid that was added; for others it is true
 * about once in 100,000. 32 bits a key.
 */
export interface UuidBloomFilter {
  mayContain(projectId: number, uuid: string): boolean
  /** Returns whether it may have been added before. */
  add(projectId: number, uuid: string): boolean
}

const FIRST_KEYS = 2 ** 18
// Bit numbers stay within 31 bits. Further layers have this size as well: 256 MB for each 67 million events.
const LARGEST_LAYER = 2 ** 26
const PROBES = 8

interface Layer {
  readonly words: Uint32Array
  readonly capacity: number
  keys: number
}
const createLayer = (capacity: number): Layer => ({ words: new Uint32Array(capacity), capacity, keys: 0 })

export function createUuidBloomFilter(): UuidBloomFilter {
  // Newest first. A full layer stays, and a layer of twice its size is added before it.
  const layers = [createLayer(FIRST_KEYS)]
  const hash = new Uint32Array(2)
  return {
    mayContain(projectId, uuid) {
      hashInto(hash, projectId, uuid)
      return layers.some((layer) => layerHas(layer, hash))
    },
    add(projectId, uuid) {
      hashInto(hash, projectId, uuid)
      if (layers.some((layer) => layerHas(layer, hash))) return true
      let [layer] = layers
      if (layer === undefined || layer.keys === layer.capacity) {
        layer = createLayer(Math.min((layer?.capacity ?? FIRST_KEYS / 2) * 2, LARGEST_LAYER))
        layers.unshift(layer)
      }
      layer.keys++
      for (let i = 0; i < PROBES; i++) {
        const bit = bitOf(layer, hash, i)
        layer.words[bit >>> 5] = (layer.words[bit >>> 5] ?? 0) | (1 << (bit & 31))
      }
      return false
    },
  }
}

function layerHas(layer: Layer, hash: Uint32Array): boolean {
  for (let i = 0; i < PROBES; i++) {
    const bit = bitOf(layer, hash, i)
    if (((layer.words[bit >>> 5] ?? 0) & (1 << (bit & 31))) === 0) return false
  }
  return true
}

// All probes follow from two hashes (Kirsch and Mitzenmacher, 2006). Capacities are powers of two: 32 bits for each key.
const bitOf = (layer: Layer, hash: Uint32Array, probe: number): number =>
  (((hash[0] ?? 0) + Math.imul(probe, (hash[1] ?? 0) | 1)) >>> 0) & (layer.capacity * 32 - 1)

// Clients choose uuids: their bits are mixed (MurmurHash3's finaliser) instead of trusted to be random.
function hashInto(hash: Uint32Array, projectId: number, uuid: string): void {
  let a = projectId | 0
  let b = Math.imul(projectId, 0x9e3779b1)
  for (const [from, to] of PARTS) {
    const part = Number.parseInt(uuid.slice(from, to), 16) | 0
    a = mix(a ^ part)
    b = mix(b + Math.imul(part, 0x85ebca6b))
  }
  hash[0] = a
  hash[1] = b
}
const PARTS = [
  [0, 8],
  [9, 13],
  [14, 18],
  [19, 23],
  [24, 30],
  [30, 36],
] as const

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
