import { applyInOrderOfArrival } from './identity/apply.ts'
import { createIdentityCache } from './identity/cache.ts'
import type { IdentityTransaction } from './identity/chunks.ts'
import { gather, type IdentityStatement } from './identity/gather.ts'
import { linksBetween } from './identity/link-rows.ts'
import { workOutAgain } from './identity/work-out-again.ts'
import { openWorkspace } from './identity/workspace.ts'
import type { Metadata } from './open-metadata.ts'

export interface IdentityStore {
  /**
   * Takes note of what events say about people, in any order, and of every distinct id among them. Durable before it
   * resolves, and harmless to repeat. Returns the number of each statement's distinct id, which never changes: whose
   * person it is tells the metadata, and `person_root` in the event store. Semantics: docs/semantics/persons.md.
   */
  record(projectId: number, statements: readonly IdentityStatement[]): Promise<ReadonlyMap<string, number>>
  /** Forgets what is kept in memory of these ids, when they are deleted. */
  forget(projectId: number, distinctIds: readonly string[]): void
}

export function createIdentityStore(metadata: Metadata): IdentityStore {
  const cache = createIdentityCache()
  return {
    async record(projectId, statements) {
      const news = statements.filter((statement) => !cache.knows(projectId, statement))
      const numbers =
        news.length === 0
          ? new Map<string, number>()
          : await metadata.transaction().execute((transaction) => recordNews(transaction, projectId, news))
      cache.learn(projectId, news, numbers)
      return new Map(
        statements.map(({ distinctId }) => [
          distinctId,
          numbers.get(distinctId) ?? cache.numberOf(projectId, distinctId),
        ]),
      )
    },
    forget: (projectId, distinctIds) => cache.forget(projectId, distinctIds),
  }
}

async function recordNews(
  transaction: IdentityTransaction,
  projectId: number,
  statements: readonly IdentityStatement[],
): Promise<Map<string, number>> {
  const gathered = gather(statements)
  const names = [...gathered.distinctIds]
  const workspace = await openWorkspace(transaction, projectId, names)
  const numberOf = (name: string) => workspace.id(name).number
  const pairs = gathered.ordered.flatMap(({ distinctId, merge }) =>
    merge === null ? [] : [[numberOf(distinctId), numberOf(merge.other)] as const],
  )
  const late = applyInOrderOfArrival(workspace, gathered, await linksBetween(transaction, projectId, pairs))
  await workspace.save()
  await workOutAgain(transaction, projectId, late)
  return new Map(names.map((name) => [name, numberOf(name)]))
}
