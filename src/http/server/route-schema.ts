import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import type { Scope } from '#contract/scopes.ts'

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]

/** The resources of the interface, in the order in which README lists them. */
export const TAGS = [
  'insights',
  'query',
  'dashboards',
  'sharing',
  'persons',
  'groups',
  'events',
  'definitions',
  'ingestion',
  'projects',
  'members',
  'users',
  'organizations',
  'keys',
  'sessions',
  'capture',
  'sdk',
  'operation',
] as const

/** Content other than JSON, as OpenAPI describes it. */
export interface TextAnswer {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
}
type Responses = Readonly<Record<number, z.ZodType | TextAnswer>>

/** A path by its method: a route with several has one for each. */
type Paths = { [M in Method]: { readonly [Name in M]: string } }[Method]
/** A scope that a key must have, null where any key will do; or `isOpen`, where no credentials are asked for. */
type Access =
  | { readonly scope: Scope | null; readonly isOpen?: never; readonly refusesSessions?: true }
  | { readonly isOpen: true; readonly scope?: never }

/** What a route says of itself. Its errors and its place in the document of the interface follow from it. */
export type DescribedRoute = Partial<Readonly<Record<Method, string>>> &
  Paths &
  Access & {
    /** The number of the call in the documented interface. */
    readonly call?: number
    /** One line, without the number of the call. */
    readonly summary: string
    readonly description?: string
    readonly tag: (typeof TAGS)[number]
    readonly params?: z.ZodType
    readonly query?: z.ZodType
    readonly body?: z.ZodType
    /** The body of a success; absent where there is none. */
    readonly answer?: z.ZodType | TextAnswer
    /** Of the success. */
    readonly status?: 200 | 201 | 204 | 405
    /** Responses beside the success and the errors that follow from the route, or errors in another form. */
    readonly responses?: Responses
    /** What the event engine does for the answer. Both may take too long; a computation can be cancelled as well. */
    readonly engine?: 'query' | 'computation'
    /** How a body is read: as JSON, unless it may be of any type, or a hook answers before it is read. */
    readonly reads?: 'any type' | 'nothing'
  }

/** The errors that a route can answer with, by what it is. */
const ERRORS: Readonly<Record<number, (route: DescribedRoute, hasBody: boolean) => boolean>> = {
  400: ({ isOpen, query }, hasBody) => hasBody || (!isOpen && query !== undefined),
  401: ({ isOpen }) => !isOpen,
  // Any key may read what needs no scope. A session may change nothing from the page of another origin.
  403: ({ isOpen, scope }, hasBody) => !isOpen && (scope !== null || hasBody),
  404: ({ isOpen, params }) => !isOpen && params !== undefined,
  413: (_, hasBody) => hasBody,
  // From the router: a part of the path is longer than any id.
  414: ({ params }) => params !== undefined,
  415: ({ reads }, hasBody) => hasBody && reads !== 'any type',
  499: ({ engine }) => engine === 'computation',
  500: () => true,
  503: () => true,
  504: ({ engine }) => engine !== undefined,
}

/** The schema of a route for Fastify and for the document of the interface. */
export function routeSchema(route: DescribedRoute, method: Method): FastifySchema {
  const { tag, description, params, query, body, answer = z.undefined(), status = 200 } = route
  return {
    tags: [tag],
    summary: summaryOf(route, method),
    ...(description !== undefined && { description }),
    security: securityOf(route),
    ...(params !== undefined && { params }),
    ...(query !== undefined && { querystring: query }),
    ...(body !== undefined && { body }),
    response: { ...errorsOf(route, method), ...route.responses, [status]: answer },
  }
}

function errorsOf(route: DescribedRoute, method: Method): Responses {
  const hasBody = method !== 'get' && route.reads !== 'nothing'
  const possible = Object.entries(ERRORS).filter(([, isPossible]) => isPossible(route, hasBody))
  return Object.fromEntries(possible.map(([status]) => [status, ErrorBody]))
}

function summaryOf({ call, summary, patch }: DescribedRoute, method: Method): string {
  const isSecond = method === 'put' && patch !== undefined
  if (call === undefined) return isSecond ? 'The same as PATCH' : summary
  if (isSecond) return `Call ${call}, as PUT: the same as PATCH`
  return `Call ${call}: ${summary[0]?.toLowerCase()}${summary.slice(1)}`
}

function securityOf(route: DescribedRoute): Readonly<Record<string, readonly string[]>>[] {
  if (route.isOpen) return []
  const key = { personalApiKey: route.scope === null ? [] : [route.scope] }
  return route.refusesSessions ? [key] : [key, { session: [] }]
}
