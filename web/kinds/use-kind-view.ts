import { useQuery } from '@tanstack/react-query'
import type { KindView } from './kind-view.ts'
import { KIND_VIEWS } from './kind-views.ts'

/**
 * Returns the parts of a kind: undefined until they are loaded, null for a kind that the page cannot draw.
 */
export function useKindView(kind: string | undefined): KindView | null | undefined {
  // A view gets only questions of its kind, and their results.
  const views = KIND_VIEWS as Partial<Record<string, () => Promise<KindView>>>
  return useQuery({
    queryKey: ['kind-view', kind],
    queryFn: async () => (await views[kind ?? '']?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
