import {
  type ApiDocument,
  type Operation,
  operationsOf,
  resolved,
  type Schema,
  sampleOf,
} from '../fixtures/documented.ts'
import { TOKEN } from '../fixtures/server-process.ts'
import { largestBodies } from './largest-bodies.ts'
import type { LargeRequest } from './measure.ts'
import type { Send } from './send.ts'

/** The most bytes that a body may have. */
export interface BodySizes {
  readonly api: number
  readonly capture: number
}
/** The fields that capture reads. It accepts any JSON. */
const OF_CAPTURE: Schema = {
  properties: { batch: {}, event: {}, distinct_id: {}, properties: {}, timestamp: {}, $set: {} },
}
/** Operations that would end what the other requests need. */
const ENDING = /^(?:DELETE|POST \/api\/logout|POST \/api\/login|POST \/api\/setup|PATCH \/api\/users)/

/**
 * Makes requests to all operations of the server's document that take a body, each with the largest body of
 * these sizes.
 */
export async function requestsOfDocument(send: Send, sizes: BodySizes): Promise<LargeRequest[]> {
  const document: ApiDocument = JSON.parse((await send('GET', '/api/schema/')).text)
  const operations = operationsOf(document)
  const requests: LargeRequest[] = []
  for (const operation of operations) {
    if (!isAsked(operation)) continue
    const path = await pathOf(operation, operations, send)
    const { example, schema = {} } = operation.requestBody?.content['application/json'] ?? {}
    const isCapture = !operation.path.startsWith('/api/')
    const sample = example ?? sampleOf(resolved(schema, document), document)
    const ordinary = { ...(isObject(sample) ? sample : {}), ...(isCapture && { api_key: TOKEN }) }
    const whole = isCapture ? OF_CAPTURE : resolved(schema, document)
    for (const body of largestBodies(whole, ordinary, document, isCapture ? sizes.capture : sizes.api))
      requests.push({ ...body, name: `${operation.name} ${body.name}`, method: operation.method, path })
  }
  return requests
}

// The routes under environments/ are the same as those under projects/.
const isAsked = ({ name, path, requestBody }: Operation) =>
  requestBody !== undefined && !path.startsWith('/api/environments/') && !ENDING.test(name)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the path of an operation, with the id of a new resource. */
async function pathOf({ path }: Operation, operations: readonly Operation[], send: Send): Promise<string> {
  const named = path.replace('{project_id}', '1').replace('{organization_id}', '@current')
  const place = named.indexOf('{')
  if (place === -1) return named
  const collection = path.slice(0, path.lastIndexOf('{', path.length))
  const post = operations.find(
    (one) => one.method === 'POST' && one.path === path.slice(0, path.indexOf('{', path.indexOf('}'))),
  )
  const example = post?.requestBody?.content['application/json']?.example ?? { name: 'Any' }
  const { text } = await send('POST', collection.replace('{project_id}', '1'), JSON.stringify(example))
  return named.replace(/\{\w+\}/, String(JSON.parse(text || '{}').id ?? 1))
}
