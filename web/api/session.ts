import { queryOptions } from '@tanstack/react-query'
import { ApiError, api, bodyOf } from './client.ts'

/**
 * The user who is signed in. If nobody is signed in, the query fails with status 401. The server itself
 * responds with null and not with 401, because the browser would log an error status to the console.
 */
export const currentUser = queryOptions({
  queryKey: ['user'],
  queryFn: async () => {
    const { user } = await bodyOf(api.GET('/api/login/'))
    if (user === null) throw new ApiError(401, { code: 'not_authenticated', detail: 'Nobody is signed in.' })
    return user
  },
  staleTime: Number.POSITIVE_INFINITY,
})

export const projects = queryOptions({
  queryKey: ['projects'],
  queryFn: async () => (await bodyOf(api.GET('/api/projects/'))).results,
  staleTime: Number.POSITIVE_INFINITY,
})

export const signIn = (email: string, password: string) =>
  api.POST('/api/login/', { body: { email, password } })
export const signOut = () => api.POST('/api/logout/')
