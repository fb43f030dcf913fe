import { type Fragment, sql, text } from './fragment.ts'

type Numbers = Uint8Array | Uint32Array | BigUint64Array | Float64Array

/** An array of numbers. They are written as bytes, because a million numbers as digits take the engine a second to parse. */
export const numberList = (numbers: Numbers): Fragment =>
  sql`reinterpret(base64Decode(${text(base64Of(numbers))}), ${text(`Array(${typeOf(numbers)})`)})`

const base64Of = ({ buffer, byteOffset, byteLength }: Numbers) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

function typeOf(numbers: Numbers): string {
  if (numbers instanceof Uint8Array) return 'UInt8'
  if (numbers instanceof Uint32Array) return 'UInt32'
  return numbers instanceof BigUint64Array ? 'UInt64' : 'Float64'
}
