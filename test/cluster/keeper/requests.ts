import { type Change, type Done, ERROR, statOf, type Tree, type TreeEvent } from './tree.ts'
import type { Field, Fields } from './wire.ts'

/** Asks to hear of the next change of a path. */
export type Watch = (watches: TreeEvent['watches'], path: string) => void

/** The answer to a request. The fields of `answer` follow only if `error` is 0. The watches get `events`. */
export interface Reply {
  readonly error: number
  readonly answer: readonly Field[]
  readonly events: readonly TreeEvent[]
}
const MULTI = 14
const EPHEMERAL = 1
const SEQUENTIAL = 2

const failed = (error: number): Reply => ({ error, answer: [], events: [] })
const answered = (answer: readonly Field[]): Reply => ({ error: ERROR.none, answer, events: [] })
const replyOf = (change: Change): Reply =>
  'error' in change ? failed(change.error) : { ...change, error: ERROR.none }

/** Answers one request of a session. `Fields` stand after its operation. */
export function answerRequest(
  tree: Tree,
  operation: number,
  fields: Fields,
  session: bigint,
  watch: Watch,
): Reply {
  const change = changeOf(tree, operation, fields, session)
  if (change !== undefined) {
    tree.begin()
    return replyOf(change())
  }
  return operation === MULTI ? answerMulti(tree, fields, session) : answerRead(tree, operation, fields, watch)
}

/** Reads the fields of an operation that changes the tree; undefined if it is another operation. */
function changeOf(
  tree: Tree,
  operation: number,
  fields: Fields,
  session: bigint,
): (() => Change) | undefined {
  switch (operation) {
    case 1: {
      const path = fields.text()
      const data = fields.bytes()
      skipRights(fields)
      const flags = fields.int()
      const owner = (flags & EPHEMERAL) === 0 ? 0n : session
      return () => tree.create({ path, data, owner, isSequential: (flags & SEQUENTIAL) !== 0 })
    }
    case 2: {
      const path = fields.text()
      const version = fields.int()
      return () => tree.remove(path, version)
    }
    case 5: {
      const path = fields.text()
      const data = fields.bytes()
      const version = fields.int()
      return () => tree.setData(path, data, version)
    }
    case 13: {
      const path = fields.text()
      const version = fields.int()
      return () => tree.check(path, version)
    }
    default:
      return undefined
  }
}

function skipRights(fields: Fields): void {
  for (let count = fields.int(); count > 0; count--) {
    fields.int()
    fields.text()
    fields.text()
  }
}

/** Does all changes of a request, or none of them. */
function answerMulti(tree: Tree, fields: Fields, session: bigint): Reply {
  const steps: { readonly operation: number; readonly change: () => Change }[] = []
  for (;;) {
    const operation = fields.int()
    const isEnd = fields.bool()
    fields.int()
    if (isEnd) break
    const change = changeOf(tree, operation, fields, session)
    if (change === undefined) return failed(ERROR.unimplemented)
    steps.push({ operation, change })
  }
  tree.begin()
  const done: Done[] = []
  for (const { change } of steps) {
    const result = change()
    if ('error' in result) {
      for (const { undo } of done.toReversed()) undo()
      return answered(refusedSteps(steps.length, done.length, result.error))
    }
    done.push(result)
  }
  const answer = done.flatMap((result, index): Field[] => [
    { int: steps[index]?.operation ?? 0 },
    { bool: false },
    { int: ERROR.none },
    ...result.answer,
  ])
  return { error: ERROR.none, answer: [...answer, ...END], events: done.flatMap(({ events }) => events) }
}

const END: readonly Field[] = [{ int: -1 }, { bool: true }, { int: -1 }]

/** Each step before the one that failed is said to be undone, each one after it not to have begun. */
function refusedSteps(count: number, failedAt: number, error: number): Field[] {
  const errors = Array.from({ length: count }, (_, index) => {
    if (index === failedAt) return error
    return index < failedAt ? ERROR.none : ERROR.inconsistent
  })
  return [
    ...errors.flatMap((one): Field[] => [{ int: -1 }, { bool: false }, { int: one }, { int: one }]),
    ...END,
  ]
}

function answerRead(tree: Tree, operation: number, fields: Fields, watch: Watch): Reply {
  switch (operation) {
    case 3: {
      const path = fields.text()
      // A node that is absent can be waited for.
      if (fields.bool()) watch('data', path)
      const node = tree.get(path)
      return node === undefined ? failed(ERROR.noNode) : answered(statOf(node))
    }
    case 4: {
      const path = fields.text()
      const node = tree.get(path)
      if (node === undefined) return failed(ERROR.noNode)
      if (fields.bool()) watch('data', path)
      return answered([{ bytes: node.data }, ...statOf(node)])
    }
    case 8:
    case 12: {
      const path = fields.text()
      const node = tree.get(path)
      if (node === undefined) return failed(ERROR.noNode)
      if (fields.bool()) watch('children', path)
      return answered([{ texts: [...node.children] }, ...(operation === 12 ? statOf(node) : [])])
    }
    case 9:
      return answered([{ text: fields.text() }])
    // A ping, and credentials: every client may do everything.
    case 11:
    case 100:
      return answered([])
    default:
      return failed(ERROR.unimplemented)
  }
}
