import type { FastifyInstance } from 'fastify'

export interface RegisteredRoute {
  readonly method: string
  /** The path as it was registered, with `:name` for parameters and without a trailing slash. */
  readonly path: string
}

/**
 * Returns every route of the server, read from the router itself. So hidden routes and the HEAD of each GET
 * are included.
 */
export function registeredRoutes(server: FastifyInstance): RegisteredRoute[] {
  const branch: string[] = []
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      // A line is such as `│ └── /:id (GET, HEAD)`: four characters for each level, then this node's part of
      // the path and its methods.
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? []
      if (indent === undefined || part === undefined) return []
      const depth = indent.length / 4
      branch.splice(depth, branch.length, part)
      const path = branch.join('')
      return (methods?.split(', ') ?? []).map((method) => ({ method, path }))
    })
}
