import type { Clock } from '../../../src/shared/clock.ts'
import type { Field } from './wire.ts'

export const ERROR = {
  none: 0,
  inconsistent: -2,
  unimplemented: -6,
  noNode: -101,
  badVersion: -103,
  noChildrenForEphemerals: -108,
  nodeExists: -110,
  notEmpty: -111,
} as const

export const EVENT = { created: 1, deleted: 2, changed: 3, child: 4 } as const

/** A change of the tree that watches may wait for. */
export interface TreeEvent {
  readonly watches: 'data' | 'children'
  readonly path: string
  readonly type: number
}
export interface Node {
  readonly data: Buffer
  /** The session that the node ends with; 0 if it stays. */
  readonly owner: bigint
  readonly version: number
  readonly childVersion: number
  /** The number of the next sequential child. */
  readonly sequence: number
  /** Numbers of the transactions that created it, changed its data and changed its children. */
  readonly createdBy: number
  readonly changedBy: number
  readonly childrenBy: number
  readonly createdMs: number
  readonly changedMs: number
  readonly children: ReadonlySet<string>
}
/** What one operation has done: the fields of its answer, the events for the watches, and the way back. */
export interface Done {
  readonly answer: readonly Field[]
  readonly events: readonly TreeEvent[]
  undo(): void
}
/** An error changes nothing. */
export type Change = Done | { readonly error: number }

export interface NewNode {
  readonly path: string
  readonly data: Buffer
  readonly owner: bigint
  readonly isSequential: boolean
}
/** The nodes of a keeper, in memory. A version of -1 is any version. */
export interface Tree {
  /** The number of the last transaction. */
  readonly lastTransaction: number
  /** Begins a transaction. Its number is written into the nodes that it changes. */
  begin(): void
  get(path: string): Node | undefined
  create(node: NewNode): Change
  remove(path: string, version: number): Change
  setData(path: string, data: Buffer, version: number): Change
  check(path: string, version: number): Change
  /** Returns the paths of the nodes that end with a session. */
  ownedBy(session: bigint): string[]
}

const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/'
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const refused = (error: number): Change => ({ error })

export function createTree(clock: Clock): Tree {
  let transaction = 0
  const nodes = new Map<string, Node>()
  const newNode = (data: Buffer, owner: bigint): Node => ({
    data,
    owner,
    version: 0,
    childVersion: 0,
    sequence: 0,
    createdBy: transaction,
    changedBy: transaction,
    childrenBy: transaction,
    createdMs: clock(),
    changedMs: clock(),
    children: new Set(),
  })
  nodes.set('/', newNode(Buffer.alloc(0), 0n))

  /** Puts nodes in the place of others. Undefined removes one. */
  function put(changes: readonly (readonly [string, Node | undefined])[]): () => void {
    const before = changes.map(([path]) => [path, nodes.get(path)] as const)
    for (const [path, node] of changes)
      if (node === undefined) nodes.delete(path)
      else nodes.set(path, node)
    return () => void put(before)
  }
  const withChildren = (parent: Node, children: ReadonlySet<string>, isCreated: boolean): Node => ({
    ...parent,
    children,
    sequence: parent.sequence + Number(isCreated),
    childVersion: parent.childVersion + 1,
    childrenBy: transaction,
  })
  /** Returns the node, or the error if it is absent or has another version. */
  function found(path: string, version: number): Node | number {
    const node = nodes.get(path)
    if (node === undefined) return ERROR.noNode
    return version >= 0 && version !== node.version ? ERROR.badVersion : node
  }
  return {
    get lastTransaction() {
      return transaction
    },
    begin: () => void transaction++,
    get: (path) => nodes.get(path),
    create({ path: given, data, owner, isSequential }) {
      const above = parentOf(given)
      const parent = nodes.get(above)
      if (parent === undefined) return refused(ERROR.noNode)
      if (parent.owner !== 0n) return refused(ERROR.noChildrenForEphemerals)
      const path = isSequential ? `${given}${String(parent.sequence).padStart(10, '0')}` : given
      if (nodes.has(path)) return refused(ERROR.nodeExists)
      const children = new Set(parent.children).add(nameOf(path))
      return {
        answer: [{ text: path }],
        events: [
          { watches: 'data', path, type: EVENT.created },
          { watches: 'children', path: above, type: EVENT.child },
        ],
        undo: put([
          [path, newNode(data, owner)],
          [above, withChildren(parent, children, true)],
        ]),
      }
    },
    remove(path, version) {
      const node = found(path, version)
      if (typeof node === 'number') return refused(node)
      if (node.children.size > 0) return refused(ERROR.notEmpty)
      const above = parentOf(path)
      const parent = nodes.get(above)
      if (parent === undefined) return refused(ERROR.noNode)
      const children = new Set(parent.children)
      children.delete(nameOf(path))
      return {
        answer: [],
        events: [
          { watches: 'data', path, type: EVENT.deleted },
          { watches: 'children', path, type: EVENT.deleted },
          { watches: 'children', path: above, type: EVENT.child },
        ],
        undo: put([
          [path, undefined],
          [above, withChildren(parent, children, false)],
        ]),
      }
    },
    setData(path, data, version) {
      const node = found(path, version)
      if (typeof node === 'number') return refused(node)
      const changed = {
        ...node,
        data,
        version: node.version + 1,
        changedBy: transaction,
        changedMs: clock(),
      }
      return {
        answer: statOf(changed),
        events: [{ watches: 'data', path, type: EVENT.changed }],
        undo: put([[path, changed]]),
      }
    },
    check(path, version) {
      const node = found(path, version)
      if (typeof node === 'number') return refused(node)
      return { answer: [], events: [], undo: () => undefined }
    },
    ownedBy: (session) => [...nodes].filter(([, { owner }]) => owner === session).map(([path]) => path),
  }
}

/** Returns the record `Stat` of a node. */
export const statOf = (node: Node): Field[] => [
  { long: node.createdBy },
  { long: node.changedBy },
  { long: node.createdMs },
  { long: node.changedMs },
  { int: node.version },
  { int: node.childVersion },
  { int: 0 },
  { long: node.owner },
  { int: node.data.length },
  { int: node.children.size },
  { long: node.childrenBy },
]
