import type { IdentityCache } from '#coordination/identity-cache.ts'
import type { IdentityStatement } from '#identity/identity-statement.ts'
import { isOrigin } from '#identity/property-registers.ts'
import { lruOf } from '#shared/lru-of.ts'

interface Known {
  readonly number: number
  profileUs: number
  /**
   * Property names of the last `$set_once` that set only properties about the person's origin. `onceUs` is
   * the earliest time of such a statement with exactly these names.
   */
  onceNames: string
  onceUs: number
}

/** Number of cached distinct ids. An entry takes about 150 bytes. */
const CACHED_IDS = 500_000

export function createInProcessIdentityCache(mostIds = CACHED_IDS): IdentityCache {
  const ids = lruOf<string, Known>(mostIds)
  const find = (projectId: number, distinctId: string) => ids.get(`${projectId}:${distinctId}`)
  return {
    knows(projectId, statement) {
      const known = find(projectId, statement.distinctId)
      if (known === undefined || statement.merge !== null) return false
      if (!statement.hasProfile) return true
      if (known.profileUs > statement.atUs) return false
      if (statement.set !== null || statement.unset !== null) return false
      if (statement.setOnce === null) return true
      return known.onceUs <= statement.atUs && known.onceNames === namesIn(statement.setOnce)
    },
    learn(projectId, statements, numbers) {
      for (const statement of statements) {
        const number = numbers.get(statement.distinctId)
        if (number === undefined) throw new Error('A distinct id has no number')
        const known = find(projectId, statement.distinctId) ?? newlyKnown(number)
        learnFrom(known, statement)
        ids.set(`${projectId}:${statement.distinctId}`, known)
      }
    },
    numbersOf(projectId, statements) {
      const numbers = new Map<string, number>()
      for (const { distinctId } of statements) {
        const known = ids.peek(`${projectId}:${distinctId}`)
        if (known !== undefined) numbers.set(distinctId, known.number)
      }
      return numbers
    },
    async forget(projectId, distinctIds) {
      for (const distinctId of distinctIds) ids.delete(`${projectId}:${distinctId}`)
    },
  }
}

const newlyKnown = (number: number): Known => ({
  number,
  profileUs: Number.POSITIVE_INFINITY,
  onceNames: '',
  onceUs: Number.POSITIVE_INFINITY,
})

function learnFrom(known: Known, statement: IdentityStatement): void {
  if (!statement.hasProfile) return
  known.profileUs = Math.min(known.profileUs, statement.atUs)
  if (statement.setOnce === null || !Object.keys(statement.setOnce).every(isOrigin)) return
  const names = namesIn(statement.setOnce)
  known.onceUs = known.onceNames === names ? Math.min(known.onceUs, statement.atUs) : statement.atUs
  known.onceNames = names
}

const namesIn = (properties: Readonly<Record<string, unknown>>) => Object.keys(properties).join('\n')
