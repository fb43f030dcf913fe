import type { LoadedLibrary } from './loaded-library.ts'

/**
 * Lets a server live on when a connection is reset, which a cancelled distributed query does:
 * `KillingErrorHandler::exception` of clickhouse-local ends the process.
 */
export function surviveResets({ expect, write }: LoadedLibrary): void {
  const exception = 0xf113480
  expect(exception, '50 e8 fa66e211')
  write(exception, RETURN)
}

/**
 * Lets replicas fetch parts from this server at `address`, whose port is the one of HTTP. clickhouse-local
 * has replicated tables, but no address for them and no listener.
 */
export function enableReplicas(memory: LoadedLibrary, address: string): void {
  const [host = '', port = ''] = address.split(':')
  giveAddress(memory, host, Number(port))
  giveScheme(memory)
  giveCredentials(memory)
  serveParts(memory)
}

const RETURN = 'c3'
/** Unused bytes at the end of the last page of the library's data. */
const SPARE_DATA = 0x22b98c00
/** `Context::getInterserverIOAddress`, of which the new code needs less than half. */
const GET_ADDRESS = 0x1417c9c0
const SPARE_CODE = 0x1417ca00

/** Makes `Context::getInterserverIOAddress` return a string of up to 22 bytes and a port. */
function giveAddress({ expect, write }: LoadedLibrary, host: string, port: number): void {
  expect(GET_ADDRESS, '41565348 83ec484c 8b36490f be8e6701 0000')
  const portBytes = Buffer.alloc(2)
  portBytes.writeUInt16LE(port)
  write(GET_ADDRESS, ...storeText(host), '66c74718', portBytes, ...RETURN_RESULT)
}

/** Makes `Context::getInterserverScheme` return "http". */
function giveScheme({ expect, write }: LoadedLibrary): void {
  const getScheme = 0x1417cac0
  expect(getScheme, '48 8b06 80b887010000 00')
  write(getScheme, ...storeText('http'), ...RETURN_RESULT)
}

/** mov rax, rdi; ret: returns the object that the caller has given room for. */
const RETURN_RESULT = ['4889f8', RETURN]

/** Writes a short std::string to the result: its bytes in place, and its length in the last byte. */
function storeText(text: string): (string | Buffer)[] {
  const bytes = Buffer.alloc(24)
  bytes.write(text)
  bytes.writeUInt8(text.length, 23)
  const movRax = '48b8'
  return [
    ...[movRax, bytes.subarray(0, 8), '488907'],
    ...[movRax, bytes.subarray(8, 16), '48894708'],
    ...[movRax, bytes.subarray(16, 24), '48894710'],
  ]
}

/** Gives `fetchPart` two empty strings as credentials. clickhouse-local has a null pointer there. */
function giveCredentials({ expect, write, distance }: LoadedLibrary): void {
  const readCredentials = 0x179c6000
  // mov rax, [rbx+0xc0] becomes lea rax, [two empty strings].
  expect(readCredentials, '488b83c0000000')
  write(readCredentials, '488d05', distance(readCredentials + 7, SPARE_DATA + 64))
}

/**
 * Makes the second HTTP listener one for replicas: the second call of `createHandlerFactory` gets the name
 * of the other factory.
 */
function serveParts({ expect, write, distance, addressOf }: LoadedLibrary): void {
  const createHandlerFactory = 0x18395cc0
  const name = 0x1e0a3a0 // "InterserverIOHTTPHandler-factory"
  const start = expect(createHandlerFactory, '55415741 56415541 54534881 ec980000 00')
  // A counter, and a std::string with the name that is never freed.
  write(SPARE_DATA, word(0n), word(0n), addressOf(name), word(32n), word(32n | (1n << 63n)))
  let at = SPARE_CODE
  at += write(at, '488b05', distance(at + 7, SPARE_DATA)) // mov rax, [counter]
  at += write(at, '48ffc0') // inc rax
  at += write(at, '488905', distance(at + 7, SPARE_DATA)) // mov [counter], rax
  at += write(at, '4883f802') // cmp rax, 2
  at += write(at, '7507') // jne over the next
  at += write(at, '488d0d', distance(at + 7, SPARE_DATA + 16)) // lea rcx, [name]
  at += write(at, start)
  write(at, 'e9', distance(at + 5, createHandlerFactory + start.length)) // jmp
  const jump = ['e9', distance(createHandlerFactory + 5, SPARE_CODE)]
  write(createHandlerFactory, ...jump, '90'.repeat(start.length - 5))
}

function word(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(value)
  return bytes
}
