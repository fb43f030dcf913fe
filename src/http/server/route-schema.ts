import type { FastifySchema } from 'fastify'
import { z } from 'zod'
import { ErrorBody } from '#contract/error-body.ts'
import type { Scope } from '#contract/scopes.ts'
import type { Tag } from './tags.ts'

export const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const
export type Method = (typeof METHODS)[number]

/** The description of a response body that is not JSON, in the form of OpenAPI. */
export interface TextAnswer {
  readonly description: string
  readonly content: Readonly<Record<string, { readonly schema: z.ZodType }>>
}
type Responses = Readonly<Record<number, z.ZodType | TextAnswer>>

/**
 * An example of a request. Methods with a body use the values of `body`, all others the values of `query`.
 */
export interface RouteExample<Query = unknown, Body = unknown> {
  readonly query?: Query
  readonly body?: Body
}

/** A path for each method of the route. */
type Paths = { [M in Method]: { readonly [Name in M]: string } }[Method]
/**
 * The credentials that a caller needs: a key with the scope, or any valid key if the scope is null. A route
 * with `isOpen` needs no credentials.
 */
type Access =
  | {
      readonly scope: Scope | null
      /** A second scope that the key must have in addition to `scope`. */
      readonly alsoScope?: Scope
      readonly isOpen?: never
      readonly refusesSessions?: true
    }
  | { readonly isOpen: true; readonly scope?: never; readonly alsoScope?: never }

/**
 * The description of a route. The error responses of the route and its entry in the OpenAPI document are
 * made from it.
 */
export type DescribedRoute = Partial<Readonly<Record<Method, string>>> &
  Paths &
  Access & {
    /**
     * The number of the call in the documented interface. In the OpenAPI document it is `x-contract-call`.
     */
    readonly call?: number
    /** A summary of one line, for the OpenAPI document and docs/interface.md. */
    readonly summary: string
    readonly description?: string
    readonly tag: Tag
    readonly params?: z.ZodType
    readonly query?: z.ZodType
    readonly body?: z.ZodType
    /** A request that succeeds in a project with the demo data. The OpenAPI document shows it. */
    readonly example?: RouteExample
    /** The schema of the body of a successful response; absent if there is no body. */
    readonly answer?: z.ZodType | TextAnswer
    /** The status of a successful response; 200 by default. */
    readonly status?: 200 | 201 | 204 | 404 | 405
    /** Further responses by their status, including errors with another body. */
    readonly responses?: Responses
    /**
     * How the route uses the event engine. A `query` may time out, or be refused because too many queries
     * wait. A `computation` may in addition be cancelled.
     */
    readonly engine?: 'query' | 'computation'
    /**
     * `any type` for a route that accepts bodies of any content type, `nothing` for a route that responds
     * before it reads a body.
     */
    readonly reads?: 'any type' | 'nothing'
  }

/** The statuses of error responses, each with a function that returns whether a route can respond with it. */
const ERRORS: Readonly<Record<number, (route: DescribedRoute, hasBody: boolean) => boolean>> = {
  400: ({ isOpen, query }, hasBody) => hasBody || (!isOpen && query !== undefined),
  401: ({ isOpen }) => !isOpen,
  // Sent if the key has no sufficient scope, if the role is too low, or if a session writes from a page of
  // another origin.
  403: ({ isOpen, scope }, hasBody) => !isOpen && (scope !== null || hasBody),
  404: ({ isOpen, params }) => !isOpen && params !== undefined,
  413: (_, hasBody) => hasBody,
  // Sent by the router if a parameter of the path is too long.
  414: ({ params }) => params !== undefined,
  415: ({ reads }, hasBody) => hasBody && reads !== 'any type',
  429: ({ engine }) => engine !== undefined,
  499: ({ engine }) => engine === 'computation',
  500: () => true,
  503: () => true,
  504: ({ engine }) => engine !== undefined,
}

/**
 * The name of the property in which a schema carries the example of its route. In the OpenAPI document the
 * example is moved to the parameters and to the body.
 */
export const EXAMPLE = 'x-example'

/** Returns the schema of a route, for Fastify and for the OpenAPI document. */
export function routeSchema(route: DescribedRoute, method: Method): FastifySchema {
  const { tag, call, example, description, params, query, body, answer = z.undefined(), status = 200 } = route
  return {
    tags: [tag],
    summary: summaryOf(route, method),
    ...(call !== undefined && { 'x-contract-call': call }),
    ...(example !== undefined && { [EXAMPLE]: example }),
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

const summaryOf = ({ summary, patch }: DescribedRoute, method: Method): string =>
  method === 'put' && patch !== undefined ? `${summary} (same as PATCH)` : summary

const isScope = (scope: Scope | null | undefined) => scope !== null && scope !== undefined

function securityOf(route: DescribedRoute): Readonly<Record<string, readonly string[]>>[] {
  if (route.isOpen) return []
  const key = { personalApiKey: [route.scope, route.alsoScope].filter(isScope) }
  return route.refusesSessions ? [key] : [key, { session: [] }]
}
