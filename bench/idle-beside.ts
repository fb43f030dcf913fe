import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const IDLE_LOOP = fileURLToPath(new URL('idle-loop.ts', import.meta.url))

/**
 * Returns the longest pause, in ms, of the event loop of another process, which has no work, while some
 * work runs in this process. The pause shows what the other work of the machine does to an event loop. If
 * this process has a longer pause, the difference comes from its own work.
 */
export async function idleBeside<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; idlePauseMs: number }> {
  const idle = fork(IDLE_LOOP, { execArgv: ['--import', 'tsx'] })
  await once(idle, 'message')
  const result = await work()
  const answer = once(idle, 'message')
  idle.send('end')
  const [idlePauseMs] = (await answer) as [number]
  return { result, idlePauseMs }
}
