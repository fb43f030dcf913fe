import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const IDLE_LOOP = fileURLToPath(new URL('idle-loop.ts', import.meta.url))

/**
 * The longest pause in ms of the event loop of another process, which has no work, while some work runs. What the processor's other work does to an
 * event loop shows there: the part of a longer pause of this process is its own.
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
