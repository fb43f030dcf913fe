const MASK = (1n << 64n) - 1n
const rotated = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK

type State = [bigint, bigint, bigint, bigint]

function round([a, b, c, d]: State): State {
  const a1 = (a + b) & MASK
  const b1 = rotated(b, 13n) ^ a1
  const c1 = (c + d) & MASK
  const d1 = rotated(d, 16n) ^ c1
  const a2 = (rotated(a1, 32n) + d1) & MASK
  const d2 = rotated(d1, 21n) ^ a2
  const c2 = (c1 + b1) & MASK
  const b2 = rotated(b1, 17n) ^ c2
  return [a2, b2, rotated(c2, 32n), d2]
}

/** SipHash-2-4 of the UTF-8 of a text, with a key of zeros. */
export function sipHash(text: string): bigint {
  const bytes = Buffer.from(text)
  const padded = Buffer.alloc(Math.floor(bytes.length / 8) * 8 + 8)
  bytes.copy(padded)
  padded[padded.length - 1] = bytes.length % 256
  let state: State = [0x736f6d6570736575n, 0x646f72616e646f6dn, 0x6c7967656e657261n, 0x7465646279746573n]
  for (let at = 0; at < padded.length; at += 8) {
    const word = padded.readBigUInt64LE(at)
    const [a, b, c, d] = round(round([state[0], state[1], state[2], state[3] ^ word]))
    state = [a ^ word, b, c, d]
  }
  state = [state[0], state[1], state[2] ^ 0xffn, state[3]]
  for (let i = 0; i < 4; i++) state = round(state)
  return state[0] ^ state[1] ^ state[2] ^ state[3]
}
