import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useToast } from '#web/ui/toast.tsx'

interface Made<Body> {
  /** The id of the saved object; null for a new one. */
  readonly savedId: number | null
  /** The address of the list that the object is in. */
  readonly list: string
  /** The name of the object, for messages. */
  readonly name: string
  /**
   * Matches the first part of the key of each cached answer that is out of date after a change of the object.
   */
  readonly stale: RegExp
  body(): Body
  create(body: Body): Promise<{ readonly id: number }>
  change(id: number, body: Body | { readonly deleted: boolean }): Promise<{ readonly id: number }>
}

/**
 * Returns the functions that save and delete an object of the library. The message after a deletion has a
 * button that undoes it.
 */
export function useMade<Body>({ savedId, list, name, stale, body, create, change }: Made<Body>) {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const toast = useToast()
  const refresh = () =>
    queries.invalidateQueries({ predicate: ({ queryKey }) => stale.test(String(queryKey[0])) })
  const saving = useMutation({
    mutationFn: () => (savedId === null ? create(body()) : change(savedId, body())),
    onSuccess: async ({ id }) => {
      await refresh()
      toast(`${name} is saved`)
      navigate(savedId === null ? `${list}/${id}` : list)
    },
  })
  const removal = useMutation({
    mutationFn: (deleted: boolean) => change(savedId ?? 0, { deleted }),
    onSuccess: async (_, deleted) => {
      await refresh()
      if (!deleted) return
      navigate(list)
      toast(`${name} is deleted`, { label: 'Undo', onClick: () => removal.mutateAsync(false) })
    },
  })
  return {
    save: () => saving.mutate(),
    remove: savedId === null ? null : () => removal.mutate(true),
    isSaving: saving.isPending,
    error: saving.error ?? removal.error,
  }
}
