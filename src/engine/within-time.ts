import { EngineError } from './engine-error.ts'

/**
 * Refuses a result that was not complete at the limit of time. The engine has the same limit. But if it has
 * read all sources of a query by then, it may end the query without an error after some blocks of its rows:
 * 65,409 of 150,000 rows came as if they were all of them (chdb 3.4.0).
 * @throws EngineError `timeout`
 */
export async function withinTime<T>(limitSeconds: number, readResult: () => Promise<T>): Promise<T> {
  const endMs = performance.now() + limitSeconds * 1_000
  const result = await readResult()
  if (performance.now() >= endMs) throw new EngineError('timeout', 'The result took too long.')
  return result
}
