import { unescape as percentDecoded } from 'node:querystring'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { RequestError } from '#shared/request-error.ts'
import { parseSentJson } from './sent-json.ts'

/** The parts of a request that may hold, or tell of, its body. */
export interface WireBody {
  readonly body: Buffer
  /** As the HTTP framework parsed it: a repeated name has a list. */
  readonly query: Readonly<Record<string, unknown>>
  readonly contentType: string | undefined
}

/**
 * The JSON value that a client put on the wire, in whichever of the known ways: JSON, gzip, a form's `data` as JSON or
 * base64, base64 alone, `?data=` without a body. What the bytes are decides before what the headers say, since browsers
 * send gzip as text/plain and curl sends JSON as a form.
 * @throws RequestError `malformed` for what cannot be read, `too_large` beyond `maxBytes` inflated.
 */
export async function readWireBody(wire: WireBody, maxBytes: number): Promise<unknown> {
  const compression = queryText(wire.query, 'compression') ?? ''
  if (/^lz/i.test(compression))
    throw new RequestError(
      'malformed',
      'unsupported_compression',
      `compression=${compression.slice(0, 20)} is not supported: send gzip or plain JSON.`,
    )
  const bytes =
    wire.body.length === 0
      ? encodedJson(queryText(wire.query, 'data') ?? '')
      : bodyJson(await inflated(wire.body, maxBytes), wire.contentType, compression)
  return parseSentJson(await inflated(bytes, maxBytes))
}

/** One value of the query string; of several the first. Null where there is none. */
export function queryText(query: WireBody['query'], name: string): string | null {
  if (!Object.hasOwn(query, name)) return null
  const value = query[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : null
}

const inflate = promisify(gunzip)

async function inflated(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return bytes
  try {
    return await inflate(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new RequestError(
        'too_large',
        'payload_too_large',
        `The body inflates to more than ${maxBytes} bytes.`,
      )
    throw new RequestError('malformed', 'parse_error', 'The body begins like gzip and is not gzip.')
  }
}

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text)

function bodyJson(bytes: Buffer, contentType: string | undefined, compression: string): Buffer {
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType ?? '')
  const beginning = bytes.toString('latin1', 0, 64)
  if (looksLikeJson(beginning)) return bytes
  if (isForm || beginning.startsWith('data=')) return formJson(bytes)
  return compression === 'base64' ? encodedJson(bytes.toString('latin1')) : bytes
}

function formJson(form: Buffer): Buffer {
  const text = form.toString('utf8')
  const data = text.startsWith('data=') ? 0 : text.indexOf('&data=') + 1
  // Some old clients leave the name out.
  if (!text.startsWith('data=', data)) return encodedJson(percentDecoded(text))
  const rest = text.slice(data + 'data='.length)
  // Written by hand rather than encoded: & + and % are what they are.
  if (looksLikeJson(rest.slice(0, 64))) return Buffer.from(rest.slice(0, jsonEnd(rest)))
  const [field = ''] = rest.split('&', 1)
  const decoded = percentDecoded(field)
  return looksLikeJson(decoded)
    ? Buffer.from(percentDecoded(field.replaceAll('+', ' ')))
    : encodedJson(decoded)
}

const jsonEnd = (text: string) => Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1

/** Base64, or what was meant to be. A `+` of it that was not percent-encoded has become a space. */
const encodedJson = (text: string): Buffer =>
  looksLikeJson(text) ? Buffer.from(text) : Buffer.from(text.trim().replaceAll(' ', '+'), 'base64')
