import type { Socket } from 'node:net'
import type { Clock, Timer } from '../../../src/shared/clock.ts'
import { answerRequest } from './requests.ts'
import { createTree, type TreeEvent } from './tree.ts'
import { fieldsOf, messageOf, messagesOf } from './wire.ts'

interface Session {
  readonly id: bigint
  readonly timeoutMs: number
  socket: Socket
  stopTimer: () => void
}
/**
 * A coordinator for tests: the part of ZooKeeper's protocol that the replicated tables of ClickHouse use. It
 * has no disk, no other members and no rights, and forgets everything when it ends.
 */
export interface Keeper {
  /** Serves a client. */
  accept(socket: Socket): void
}

const LEAST_TIMEOUT_MS = 2_000
const CLOSE = -11
/** The transaction numbers of events and pings in the head of an answer. */
const OF_EVENT = -1
const CONNECTED = 3

export function createKeeper(clock: Clock, timer: Timer): Keeper {
  const tree = createTree(clock)
  const sessions = new Map<bigint, Session>()
  const watches = { data: new Map<string, Set<Session>>(), children: new Map<string, Set<Session>>() }
  let nextSession = BigInt(clock()) << 16n

  function watch(session: Session, kind: TreeEvent['watches'], path: string): void {
    const waiting = watches[kind].get(path) ?? new Set()
    watches[kind].set(path, waiting.add(session))
  }
  /** Tells the sessions that wait for these changes. A watch is told once. */
  function tell(events: readonly TreeEvent[]): void {
    for (const { watches: kind, path, type } of events) {
      const waiting = watches[kind].get(path) ?? []
      watches[kind].delete(path)
      const head = [{ int: OF_EVENT }, { long: -1 }, { int: 0 }]
      const message = messageOf([...head, { int: type }, { int: CONNECTED }, { text: path }])
      for (const { socket } of waiting) socket.write(message)
    }
  }
  function expire(session: Session): void {
    sessions.delete(session.id)
    session.stopTimer()
    session.socket.destroy()
    for (const waiting of [...watches.data.values(), ...watches.children.values()]) waiting.delete(session)
    tree.begin()
    for (const path of tree.ownedBy(session.id)) {
      const change = tree.remove(path, -1)
      if (!('error' in change)) tell(change.events)
    }
  }
  /** Postpones the end of a session, which has given a sign of life. */
  function keep(session: Session): void {
    session.stopTimer()
    if (!sessions.has(session.id)) return
    session.stopTimer = timer(session.timeoutMs, () => Promise.resolve(expire(session)))
  }
  function connect(socket: Socket, request: Buffer): Session {
    const fields = fieldsOf(request)
    fields.int()
    fields.long()
    const timeoutMs = Math.max(LEAST_TIMEOUT_MS, fields.int())
    // A client that comes back goes on with its session, if this has not ended.
    const known = sessions.get(fields.long())
    const session = known ?? { id: nextSession++, timeoutMs, socket, stopTimer: () => undefined }
    session.socket = socket
    sessions.set(session.id, session)
    const password = { bytes: Buffer.alloc(16) }
    socket.write(messageOf([{ int: 0 }, { int: session.timeoutMs }, { long: session.id }, password]))
    return session
  }
  function answer(session: Session, request: Buffer): void {
    const fields = fieldsOf(request)
    const requestId = fields.int()
    const operation = fields.int()
    if (operation === CLOSE) {
      session.socket.write(messageOf([{ int: requestId }, { long: tree.lastTransaction }, { int: 0 }]))
      expire(session)
      return
    }
    const reply = answerRequest(tree, operation, fields, session.id, (kind, path) =>
      watch(session, kind, path),
    )
    const head = [{ int: requestId }, { long: tree.lastTransaction }, { int: reply.error }]
    // The events of a change come before its answer: the client then knows of it in order.
    tell(reply.events)
    session.socket.write(messageOf([...head, ...reply.answer]))
  }
  return {
    accept(socket) {
      let pending: Buffer = Buffer.alloc(0)
      let session: Session | undefined
      socket.setNoDelay(true)
      // The session ends by its timer, or goes on with another connection.
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        const { messages, rest } = messagesOf(Buffer.concat([pending, chunk]))
        pending = rest
        for (const request of messages) {
          if (session === undefined) session = connect(socket, request)
          else answer(session, request)
          keep(session)
        }
      })
    },
  }
}
