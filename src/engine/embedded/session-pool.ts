import type { Session } from 'chdb'
import { EngineError } from '#engine/engine-error.ts'
import { createWorkSlots } from '#engine/work-slots.ts'

export interface SessionPool {
  /**
   * Runs `work` with exclusive use of a Session. While all Sessions are in use, callers wait in the order
   * of their calls. `signal` ends the wait with the error `cancelled`, and has no effect on work that has
   * begun.
   */
  use<T>(work: (session: Session) => Promise<T>, signal?: AbortSignal): Promise<T>
  /** Refuses new work, waits for running and waiting work, then closes all Sessions. */
  close(): Promise<void>
}

/**
 * A pool of at most `size` Sessions, opened when first needed. **A Session whose work failed is closed and
 * never reused**: chDB keeps the bytes that a failed query had already written and puts them before the next
 * result of that Session, which may belong to another project. Opening a new Session takes less than a
 * millisecond.
 */
export function createSessionPool(open: () => Session, size: number): SessionPool {
  const idle: Session[] = []
  const slots = createWorkSlots(size)

  async function run<T>(work: (session: Session) => Promise<T>): Promise<T> {
    const session = idle.pop() ?? openSession(open)
    try {
      const answer = await work(session)
      idle.push(session)
      return answer
    } catch (error) {
      await discard(session)
      throw error
    }
  }

  return {
    use: (work, signal) => slots.use(() => run(work), signal),
    async close() {
      await slots.close()
      for (const session of idle.splice(0)) session.close()
    },
  }
}

// The engine is open already, so only a lack of memory prevents a further Session. chDB's error does not
// name the reason.
function openSession(open: () => Session): Session {
  try {
    return open()
  } catch (error) {
    throw new EngineError('memory', error instanceof Error ? error.message : String(error))
  }
}

// The engine keeps a failed query and its memory until the next query of the same Session. Closing without
// such a query would wait for the work of other Sessions.
async function discard(session: Session): Promise<void> {
  await session.queryAsync('SELECT 1').catch(() => undefined)
  session.close()
}
