import type { QueryOptions } from './event-store.ts'
import type { QueryResult } from './query-result.ts'
import type { QueryEnd } from './query-watch.ts'
import { runStoppable, type StoppableQuery } from './stoppable-query.ts'

/**
 * Runs a query that can be stopped, tells its watch and its caller what it has read, and returns the data.
 */
export async function runWatched<Data>(
  query: StoppableQuery<QueryResult<Data>>,
  end: (end: QueryEnd) => void,
  { onRead }: Pick<QueryOptions, 'onRead'>,
): Promise<Data> {
  try {
    const { data, read } = await runStoppable(query)
    end({ read })
    onRead?.(read)
    return data
  } catch (error) {
    end({ error })
    throw error
  }
}
