const FATAL = ['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGTRAP', 'SIGSYS'] as const

/**
 * Makes a fatal signal end the process at once. With its first Session, chDB 3.4.0 installs handlers that
 * write a trace and then wait for five minutes: after "heap out of memory", which is a SIGABRT, the port
 * stayed taken for 304 s. Call this after the first Session is open.
 */
export function endOnFatalSignals(): void {
  const ignore = () => undefined
  for (const signal of FATAL) {
    process.on(signal, ignore)
    // When the last listener of a signal is removed, libuv restores the system's default handler.
    process.removeListener(signal, ignore)
  }
}
