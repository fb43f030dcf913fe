import type { IdentityCache } from '#coordination/identity-cache.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import type { Metadata, MetadataTransaction } from '#metadata/database/schema.ts'
import { applyInOrderOfArrival } from './identity/apply.ts'
import { gather } from './identity/gather.ts'
import { linksBetween } from './identity/link-rows.ts'
import { workOutAgain } from './identity/work-out-again.ts'
import { openWorkspace } from './identity/workspace.ts'

export interface Recorded {
  /**
   * The number of each statement's distinct id, which never changes. Whose person it is tells the metadata, and
   * `person_root` in the event store.
   */
  readonly numbers: ReadonlyMap<string, number>
  /** Statements whose merge was refused when they came, because the other's person is identified. */
  readonly refused: ReadonlySet<IdentityStatement>
  /** Distinct ids of which more was said than is kept. */
  readonly overfull: ReadonlySet<string>
}

export interface IdentityStore {
  /**
   * Takes note of what events say about people, in any order, and of every distinct id among them. Durable before it
   * resolves, and harmless to repeat. Semantics: docs/semantics/persons.md.
   */
  record(projectId: number, statements: readonly IdentityStatement[]): Promise<Recorded>
}

export function createIdentityStore(metadata: Metadata, cache: IdentityCache): IdentityStore {
  return {
    async record(projectId, statements) {
      const isNews = (statement: IdentityStatement) => !cache.knows(projectId, statement)
      const news = statements.filter(isNews)
      // Read before anything is waited for: a deletion may come in between.
      const numbers = cache.numbersOf(projectId, statements)
      const recorded =
        news.length === 0
          ? NO_NEWS
          : await metadata.transaction().execute((transaction) => recordNews(transaction, projectId, news))
      cache.learn(projectId, news, recorded.numbers)
      for (const [distinctId, number] of recorded.numbers) numbers.set(distinctId, number)
      return { ...recorded, numbers }
    },
  }
}

const NO_NEWS: Recorded = { numbers: new Map(), refused: new Set(), overfull: new Set() }

async function recordNews(
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
  await workOutAgain(transaction, projectId, late)
  return {
    numbers: new Map(names.map((name) => [name, numberOf(name)])),
    refused,
    overfull: new Set(overfull),
  }
}
