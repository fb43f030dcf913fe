/** The result of `work`. `onLate` is called where it takes longer, once. */
export async function within<T>(ms: number, work: Promise<T>, onLate: () => void): Promise<T> {
  const timeout = setTimeout(onLate, ms)
  try {
    return await work
  } finally {
    clearTimeout(timeout)
  }
}
