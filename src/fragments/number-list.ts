import { type Fragment, sql, text } from './fragment.ts'

type Numbers = Uint8Array | Uint32Array | BigUint64Array | Float64Array

/**
 * Writes an array of numbers as bytes. If they were written as digits, the engine would need a second to
 * parse a million of them.
 */
export const numberList = (numbers: Numbers): Fragment =>
  sql`reinterpret(base64Decode(${text(base64Of(numbers))}), ${text(`Array(${typeOf(numbers)})`)})`

const base64Of = ({ buffer, byteOffset, byteLength }: Numbers) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

function typeOf(numbers: Numbers): string {
  if (numbers instanceof Uint8Array) return 'UInt8'
  if (numbers instanceof Uint32Array) return 'UInt32'
  return numbers instanceof BigUint64Array ? 'UInt64' : 'Float64'
}
