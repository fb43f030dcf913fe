import { queryOptions } from '@tanstack/react-query'
import { ApiError, api, bodyOf } from './client.ts'

/**
 * The user of this browser's session. Fails with status 401 when nobody is signed in. The server then sends
 * null instead of an error status, because the browser would log an error status to the console.
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
