import { once } from 'node:events'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** Carries out one command. `whenDone` resolves when the process that asked has ended or hung up. */
export type Answer = (whenDone: Promise<void>) => Promise<unknown>
export type Answers = Readonly<Record<string, Answer>>

/**
 * Listens for commands of the operator at a socket that only the user of this process can open. A
 * connection carries one command: a line with its name, answered by a line of JSON.
 */
export async function serveControl(path: string, answers: Answers): Promise<{ close(): Promise<void> }> {
  // A process that was killed may have left its socket. No process uses that socket, because this process
  // has locked the folder.
  rmSync(path, { force: true })
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const whenDone = once(socket, 'close').then(() => void sockets.delete(socket))
    socket.on('error', () => undefined)
    const run = answer(socket, answers, whenDone).finally(() => running.delete(run))
    running.add(run)
  })
  await listen(server, path)
  chmodSync(path, 0o600)
  return {
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all(running)
    },
  }
}

async function listen(server: Server, path: string): Promise<void> {
  server.listen(path)
  await once(server, 'listening')
}

async function answer(socket: Socket, answers: Answers, whenDone: Promise<void>): Promise<void> {
  try {
    const [command] = await Promise.race([
      once(createInterface(socket), 'line') as Promise<[string]>,
      whenDone.then(() => [''] as [string]),
    ])
    const known = Object.hasOwn(answers, command) ? answers[command] : undefined
    if (known === undefined)
      throw new Error('The server does not know this command: it is of another version.')
    send(socket, { result: await known(whenDone) })
  } catch (error) {
    send(socket, { error: error instanceof Error ? error.message : String(error) })
    socket.end()
  }
}

const send = (socket: Socket, message: object): void => {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`)
}
