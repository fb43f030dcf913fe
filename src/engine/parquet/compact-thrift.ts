/** Type numbers of Thrift's compact protocol. */
const TYPES = {
  yes: 1,
  no: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  set: 10,
  struct: 12,
} as const
type NumberOf = (typeof TYPES)[keyof typeof TYPES]

/** A Thrift value: a whole number, a struct, a list, or the bytes of any other type. */
export type ThriftValue = bigint | ThriftStruct | ThriftList | Uint8Array
export interface ThriftList {
  readonly type: number
  readonly items: readonly ThriftValue[]
}
/** Fields of a struct in their order, by field number. */
export type ThriftStruct = ReadonlyMap<number, ThriftField>
export interface ThriftField {
  readonly type: number
  readonly value: ThriftValue
}

const WHOLE: ReadonlySet<number> = new Set([TYPES.i16, TYPES.i32, TYPES.i64])
const LISTS: ReadonlySet<number> = new Set([TYPES.list, TYPES.set])
const NOTHING = new Uint8Array()

/**
 * Parses a struct of the compact protocol without losing anything: {@link thriftBytes} gives the same bytes
 * back.
 * @throws TypeError for maps, and for bytes that are not a struct
 */
export function parseThrift(bytes: Uint8Array): ThriftStruct {
  let at = 0
  const byte = (): number => {
    const found = bytes[at++]
    if (found === undefined) throw new TypeError('A Thrift struct ends too early')
    return found
  }
  const take = (length: number): Uint8Array => {
    if (at + length > bytes.length) throw new TypeError('A Thrift value ends too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const next = byte()
      value |= BigInt(next & 0x7f) << shift
      if (next < 0x80) return value
    }
  }
  const whole = (): bigint => {
    const value = varint()
    return (value >> 1n) ^ -(value & 1n)
  }
  const list = (): ThriftList => {
    const head = byte()
    const type = head & 0x0f
    const length = head >> 4 === 15 ? Number(varint()) : head >> 4
    const isFlag = type === TYPES.yes || type === TYPES.no
    return { type, items: Array.from({ length }, () => (isFlag ? take(1) : value(type as NumberOf))) }
  }
  const struct = (): ThriftStruct => {
    const fields = new Map<number, ThriftField>()
    for (let id = 0; ; ) {
      const head = byte()
      if (head === 0) return fields
      id = head >> 4 === 0 ? Number(whole()) : id + (head >> 4)
      const type = head & 0x0f
      fields.set(id, { type, value: value(type as NumberOf) })
    }
  }
  const value = (type: NumberOf): ThriftValue => {
    switch (type) {
      case TYPES.yes:
      case TYPES.no:
        return NOTHING
      case TYPES.byte:
        return take(1)
      case TYPES.i16:
      case TYPES.i32:
      case TYPES.i64:
        return whole()
      case TYPES.double:
        return take(8)
      case TYPES.binary:
        return take(Number(varint()))
      case TYPES.list:
      case TYPES.set:
        return list()
      case TYPES.struct:
        return struct()
      default:
        throw new TypeError(`Thrift's type ${type} is not known`)
    }
  }
  return struct()
}

/** Writes a struct in the compact protocol. */
export function thriftBytes(given: ThriftStruct): Uint8Array {
  const out: Uint8Array[] = []
  const put = (...bytes: number[]) => void out.push(Uint8Array.from(bytes))
  const varint = (value: bigint) => {
    const bytes: number[] = []
    let rest = value
    for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
    put(...bytes, Number(rest))
  }
  const whole = (value: bigint) => varint(BigInt.asUintN(64, (value << 1n) ^ (value >> 63n)))
  const list = ({ type, items }: ThriftList) => {
    put((Math.min(items.length, 15) << 4) | type)
    if (items.length >= 15) varint(BigInt(items.length))
    for (const item of items) write(type, item)
  }
  const struct = (fields: ThriftStruct) => {
    let last = 0
    for (const [id, { type, value }] of fields) {
      const isNear = id > last && id - last <= 15
      put(((isNear ? id - last : 0) << 4) | type)
      if (!isNear) whole(BigInt(id))
      last = id
      write(type, value)
    }
    put(0)
  }
  const write = (type: number, value: ThriftValue) => {
    if (WHOLE.has(type)) whole(value as bigint)
    else if (LISTS.has(type)) list(value as ThriftList)
    else if (type === TYPES.struct) struct(value as ThriftStruct)
    else {
      if (type === TYPES.binary) varint(BigInt((value as Uint8Array).length))
      out.push(value as Uint8Array)
    }
  }
  struct(given)
  return Buffer.concat(out)
}
