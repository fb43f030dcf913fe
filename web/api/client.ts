import createClient, { type Middleware } from 'openapi-fetch'
import type { paths } from './schema.d.ts'

/**
 * An error response of the server, or status 0 if no response came. `attr` names the field that the server
 * refused.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly attr: string | null
  constructor(status: number, body: { code?: string; detail?: string; attr?: string | null }) {
    super(body.detail ?? `The server answered ${status}.`)
    this.status = status
    this.code = body.code ?? 'unknown'
    this.attr = body.attr ?? null
  }
}

/** Whether an error means that the requested object does not exist or is deleted. */
export const isNotFound = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

const failures: Middleware = {
  async onResponse({ response }) {
    if (response.ok) return
    const body = await response.json().catch(() => ({}))
    throw new ApiError(response.status, body)
  },
  onError: ({ error }) => {
    if (error instanceof DOMException && error.name === 'AbortError') return error
    return new ApiError(0, { code: 'offline', detail: 'The server does not answer. Check the connection.' })
  },
}

/**
 * The client of the interface, typed by this server's OpenAPI document. For a response that is not 2xx, and
 * if no response came, it throws an {@link ApiError}.
 */
export const api = createClient<paths>({ baseUrl: '/' })
api.use(failures)

/**
 * Returns the body of a response.
 * @throws ApiError for a response without a body.
 */
export async function bodyOf<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer
  if (data === undefined) throw new ApiError(0, { code: 'empty', detail: 'The server sent no body.' })
  return data
}
