/** Reads the fields of a request of ZooKeeper's protocol, one after the other. Numbers are big-endian. */
export interface Fields {
  int(): number
  long(): bigint
  bool(): boolean
  bytes(): Buffer
  text(): string
}

export function fieldsOf(request: Buffer): Fields {
  let at = 0
  const fields: Fields = {
    int() {
      at += 4
      return request.readInt32BE(at - 4)
    },
    long() {
      at += 8
      return request.readBigInt64BE(at - 8)
    },
    bool() {
      at += 1
      return request.readUInt8(at - 1) !== 0
    },
    bytes() {
      // -1 is null, which ClickHouse takes as empty.
      const length = Math.max(0, fields.int())
      at += length
      return Buffer.from(request.subarray(at - length, at))
    },
    text: () => fields.bytes().toString(),
  }
  return fields
}

export type Field =
  | { readonly int: number }
  | { readonly long: bigint | number }
  | { readonly bool: boolean }
  | { readonly bytes: Buffer }
  | { readonly text: string }
  | { readonly texts: readonly string[] }

/** Returns a message with its length before it. */
export function messageOf(fields: readonly Field[]): Buffer {
  const body = Buffer.concat(fields.flatMap(partsOf))
  return Buffer.concat([int(body.length), body])
}

function partsOf(field: Field): Buffer[] {
  if ('int' in field) return [int(field.int)]
  if ('long' in field) return [long(BigInt(field.long))]
  if ('bool' in field) return [Buffer.from([Number(field.bool)])]
  if ('bytes' in field) return [int(field.bytes.length), field.bytes]
  if ('text' in field) return partsOf({ bytes: Buffer.from(field.text) })
  return [int(field.texts.length), ...field.texts.flatMap((text) => partsOf({ text }))]
}

function int(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

/** Cuts the bytes of a connection into messages, without the lengths before them. */
export function messagesOf(pending: Buffer): { readonly messages: Buffer[]; readonly rest: Buffer } {
  const messages: Buffer[] = []
  let rest = pending
  while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
    const end = 4 + rest.readInt32BE(0)
    messages.push(rest.subarray(4, end))
    rest = rest.subarray(end)
  }
  return { messages, rest }
}
