import type { IdentityCache } from '#coordination/identity-cache.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { inSharedTransaction, type SharedTransaction } from '#metadata/database/shared-transaction.ts'
import { applyInOrderOfArrival } from './identity/apply.ts'
import { gather } from './identity/gather.ts'
import { linksBetween } from './identity/link-rows.ts'
import { recomputePersons } from './identity/recompute-persons.ts'
import { openWorkspace } from './identity/workspace.ts'

/** The result of {@link IdentityStore.record}. */
export interface Recorded {
  /**
   * The number of each distinct id, which never changes. The person of a number is in the metadata, and in
   * `person_root` in the event store.
   */
  readonly numbers: ReadonlyMap<string, number>
  /** Statements whose merge was refused on arrival, because the person of the other id is identified. */
  readonly refused: ReadonlySet<IdentityStatement>
  /** Distinct ids for which properties were left out, because the id or its person has too many. */
  readonly overfull: ReadonlySet<string>
}

export interface IdentityStore {
  /**
   * Records the statements of events about persons, in any order, and all their distinct ids. They are on
   * disk before it resolves, or when `shared` is committed. Repeating the call changes nothing. The
   * semantics are in docs/semantics/persons.md.
   */
  record(
    projectId: number,
    statements: readonly IdentityStatement[],
    shared?: SharedTransaction,
  ): Promise<Recorded>
}

export function createIdentityStore(metadata: Metadata, cache: IdentityCache): IdentityStore {
  return {
    async record(projectId, statements, outer) {
      const unknown = statements.filter((statement) => !cache.knows(projectId, statement))
      // The cache is read before the first await, because a deletion may remove entries during an await.
      const numbers = cache.numbersOf(projectId, statements)
      if (unknown.length === 0) return { ...NOTHING_RECORDED, numbers }
      const recordIn = async (shared: SharedTransaction) => {
        const recorded = await recordUnknown(await shared.begun(), projectId, unknown)
        shared.whenCommitted(() => cache.learn(projectId, unknown, recorded.numbers))
        return recorded
      }
      const recorded =
        outer === undefined ? await inSharedTransaction(metadata, recordIn) : await recordIn(outer)
      for (const [distinctId, number] of recorded.numbers) numbers.set(distinctId, number)
      return { ...recorded, numbers }
    },
  }
}

const NOTHING_RECORDED = { refused: new Set<IdentityStatement>(), overfull: new Set<string>() }

async function recordUnknown(
  transaction: MetadataTransaction,
  projectId: number,
  statements: readonly IdentityStatement[],
): Promise<Recorded> {
  const gathered = gather(statements)
  const names = [...gathered.distinctIds]
  const workspace = await openWorkspace(transaction, projectId, names)
  const numberOf = (name: string) => workspace.id(name).number
  const pairs = gathered.ordered.flatMap(({ distinctId, merge }) =>
    merge === null ? [] : [[numberOf(distinctId), numberOf(merge.other)] as const],
  )
  const { late, refused } = applyInOrderOfArrival(
    workspace,
    gathered,
    await linksBetween(transaction, projectId, pairs),
  )
  const overfull = await workspace.save()
  await recomputePersons(transaction, projectId, late)
  return {
    numbers: new Map(names.map((name) => [name, numberOf(name)])),
    refused,
    overfull: new Set(overfull),
  }
}
