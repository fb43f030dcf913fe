import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { z } from 'zod'
import { parseExactJson, plainText } from '../shared/json-text.ts'
import { RequestError } from '../shared/request-error.ts'

/** What one capture request carries, before any event is looked at. */
export interface CaptureRequest {
  /** The project's token, or null where the request names none. */
  readonly token: string | null
  readonly events: readonly unknown[]
}
/** A request as it came over the wire. */
export interface WireRequest {
  readonly body: Buffer
  readonly authorization: string | undefined
}

const inflate = promisify(gunzip)

/**
 * Reads a capture request. gzip is known by its first bytes, whatever the headers say: browsers send it as text/plain.
 * A body is a batch, a list of events or one event.
 * @throws RequestError `malformed` for what cannot be read, `too_large` beyond `maxBytes` inflated.
 */
export async function readCaptureRequest(request: WireRequest, maxBytes: number): Promise<CaptureRequest> {
  const body = parseExactJson(await inflated(request.body, maxBytes))
  const events = eventsIn(body)
  return { events, token: tokenOf(request.authorization, body, events) }
}

async function inflated(body: Buffer, maxBytes: number): Promise<Buffer> {
  const isGzip = body[0] === 0x1f && body[1] === 0x8b
  if (!isGzip) return body
  try {
    return await inflate(body, { maxOutputLength: maxBytes })
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function eventsIn(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body
  if (!isObject(body))
    throw new RequestError('malformed', 'invalid_payload', 'Expected an event, a list of events or a batch.')
  return Array.isArray(body.batch) ? body.batch : [body]
}

const Token = z.string().min(1).max(200)

function tokenOf(
  authorization: string | undefined,
  body: unknown,
  events: readonly unknown[],
): string | null {
  const [first] = events
  const properties = isObject(first) ? first.properties : undefined
  const candidates = [
    /^Bearer (phc_.+)$/i.exec(authorization ?? '')?.[1],
    ...(isObject(body) ? [body.api_key, body.token] : []),
    ...(isObject(first) ? [first.api_key, first.token] : []),
    ...(isObject(properties) ? [properties.token] : []),
  ]
  const found = candidates.find(
    (candidate) => candidate !== undefined && candidate !== null && candidate !== '',
  )
  if (found === undefined) return null
  const token = Token.safeParse(plainText(found))
  return token.success ? token.data : null
}
