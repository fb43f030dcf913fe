export type Closer = () => void | Promise<void>

/** Closes in reverse order. A failure does not keep the others open; the first one is thrown at the end. */
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
