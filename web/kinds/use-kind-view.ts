import { useQuery } from '@tanstack/react-query'
import type { KindView } from './kind-view.ts'
import { KIND_VIEWS } from './kind-views.ts'

/**
 * Returns the parts of the page for a kind. They are undefined until they are loaded, and null if the page
 * cannot draw this kind.
 */
export function useKindView(kind: string | undefined): KindView | null | undefined {
  // The type is safe to widen, because each view gets only questions of its own kind and their results.
  const views = KIND_VIEWS as Partial<Record<string, () => Promise<KindView>>>
  return useQuery({
    queryKey: ['kind-view', kind],
    queryFn: async () => (await views[kind ?? '']?.()) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}
