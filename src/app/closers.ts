export type Closer = () => void | Promise<void>

/**
 * Calls the closers in reverse order. After a failure the other closers are still called; the first failure
 * is thrown at the end.
 */
export async function closeInReverse(closers: Closer[]): Promise<void> {
  const failures: unknown[] = []
  for (let close = closers.pop(); close !== undefined; close = closers.pop())
    try {
      await close()
    } catch (error) {
      failures.push(error)
    }
  if (failures.length > 0) throw failures[0]
}
