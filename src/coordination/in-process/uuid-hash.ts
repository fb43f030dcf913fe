/**
 * Two hashes of a project and a uuid, from which all probes of a Bloom filter are derived. The array is
 * overwritten in place, for speed.
 */
export type UuidHash = Uint32Array

export const createUuidHash = (): UuidHash => new Uint32Array(2)

/** Hashes a uuid given as text: lower case, with its four hyphens. */
export function hashUuidText(hash: UuidHash, projectId: number, uuid: string): void {
  begin(hash, projectId)
  let word = 0
  let digits = 0
  for (let i = 0; i < uuid.length; i++) {
    const code = uuid.charCodeAt(i)
    if (code === HYPHEN) continue
    // The low four bits of the digits 0 to 9 are their values. For a to f these bits are nine less than the
    // value.
    word = (word << 4) | ((code & 15) + (code >> 6) * 9)
    if (++digits % DIGITS_OF_WORD === 0) add(hash, word)
  }
}
const HYPHEN = 45
const DIGITS_OF_WORD = 8

/** Hashes a uuid in the binary form of ClickHouse: two halves, each with its lowest byte first. */
export function hashUuidBytes(hash: UuidHash, projectId: number, bytes: DataView, at: number): void {
  begin(hash, projectId)
  add(hash, bytes.getUint32(at + 4, true))
  add(hash, bytes.getUint32(at, true))
  add(hash, bytes.getUint32(at + 12, true))
  add(hash, bytes.getUint32(at + 8, true))
}

function begin(hash: UuidHash, projectId: number): void {
  hash[0] = projectId
  hash[1] = Math.imul(projectId, 0x9e3779b1)
}

// Clients choose uuids, so their bits are mixed (MurmurHash3's finaliser) and not trusted to be random.
function add(hash: UuidHash, word: number): void {
  hash[0] = mix((hash[0] ?? 0) ^ word)
  hash[1] = mix((hash[1] ?? 0) + Math.imul(word, 0x85ebca6b))
}

function mix(value: number): number {
  let h = value
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
