import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { socketPath } from './socket-path.ts'

const Message = z.union([z.object({ result: z.unknown() }), z.object({ error: z.string() })])

/**
 * Sends a command to the server of a data folder and calls `use` with its answer. The server is told when
 * `use` has ended.
 * @throws Error with a sentence, if no server listens or the command fails
 */
export async function askServer<T>(
  dataFolder: string,
  command: string,
  use: (result: unknown) => Promise<T>,
): Promise<T> {
  const socket = connect(socketPath(dataFolder))
  try {
    const lines = createInterface(socket)
    socket.write(`${command}\n`)
    const [line] = (await Promise.race([
      once(lines, 'line'),
      once(socket, 'error').then(([error]) => Promise.reject(unreachable(dataFolder, error as Error))),
      once(socket, 'close').then(() => Promise.reject(new Error('The server has stopped.'))),
    ])) as [string]
    const message = Message.parse(JSON.parse(line))
    if ('error' in message) throw new Error(message.error)
    return await use(message.result)
  } finally {
    socket.destroy()
  }
}

const unreachable = (dataFolder: string, cause: Error) =>
  new Error(
    `The process that uses ${dataFolder} cannot be reached (${cause.message}): it is another command, is starting or stopping, or belongs to another user.`,
    { cause },
  )
