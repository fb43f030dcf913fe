import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  readonly method: string
  /** As registered, with `:name` for parameters and without a trailing slash. */
  readonly path: string
}

/** Every route of the server, read from the router itself: hidden ones and the HEAD of each GET are there too. */
export function registeredRoutes(server: FastifyInstance): RegisteredRoute[] {
  const branch: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // `│   └── /:id (GET, HEAD)`: four characters a level, then this node's part of the path and its methods.
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      const depth = indent.length / 4
      branch.splice(depth, branch.length, part)
      const path = branch.join('')
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }))
    })
}
