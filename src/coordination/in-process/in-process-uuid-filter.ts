import type { UuidFilter } from '#coordination/uuid-filter.ts'
import { createUuidBloomFilter } from './uuid-bloom-filter.ts'

export interface InProcessUuidFilter extends UuidFilter {
  /** Adds the uuids that were stored before this process started. Until it resolves, any uuid may be stored. */
  load(
    stored: AsyncIterable<Iterable<{ readonly projectId: number; readonly uuid: string }>>,
    signal: AbortSignal,
  ): Promise<void>
}

/** Right while this process is the only one that writes events. */
export function createInProcessUuidFilter(): InProcessUuidFilter {
  const filter = createUuidBloomFilter()
  let isLoaded = false
  return {
    async claim(projectId, uuids) {
      const suspects = uuids.filter((uuid) => filter.add(projectId, uuid))
      return isLoaded ? suspects : uuids
    },
    async load(stored, signal) {
      for await (const chunk of stored) {
        if (signal.aborted) return
        for (const { projectId, uuid } of chunk) filter.add(projectId, uuid)
      }
      isLoaded = true
    },
  }
}
