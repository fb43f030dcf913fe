import { queryOptions } from '@tanstack/react-query'
import { api, bodyOf } from './client.ts'

/** The user of this browser's session. Fails with status 401 when nobody is signed in. */
export const currentUser = queryOptions({
  queryKey: ['user'],
  queryFn: () => bodyOf(api.GET('/api/users/{uuid}/', { params: { path: { uuid: '@me' } } })),
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
