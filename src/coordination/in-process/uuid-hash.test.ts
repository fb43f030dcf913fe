import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createUuidHash, hashUuidBytes, hashUuidText } from './uuid-hash.ts'

/** Returns a uuid as ClickHouse writes it: two halves, each with its lowest byte first. */
function bytesOf(uuid: string): DataView {
  const hex = uuid.replaceAll('-', '')
  const bytes = new DataView(new ArrayBuffer(16))
  bytes.setBigUint64(0, BigInt(`0x${hex.slice(0, 16)}`), true)
  bytes.setBigUint64(8, BigInt(`0x${hex.slice(16)}`), true)
  return bytes
}

test('a uuid has the same hash as text and in binary', () => {
  const [ofText, ofBytes] = [createUuidHash(), createUuidHash()]
  fc.assert(
    fc.property(fc.nat(2 ** 32 - 1), fc.uuid(), (projectId, uuid) => {
      hashUuidText(ofText, projectId, uuid)
      hashUuidBytes(ofBytes, projectId, bytesOf(uuid), 0)
      expect(ofBytes).toEqual(ofText)
    }),
  )
})
