import type { IdentityStatement } from '#identity/identity-statement.ts'
import { earliest } from '#identity/persons.ts'
import {
  addRegisters,
  NO_REGISTERS,
  type PropertyRegister,
  type PropertyRegisters,
  toRegisters,
} from '#identity/property-registers.ts'

/** The statements about one distinct id, joined. */
export interface IdUpdate {
  readonly profileUs: number | null
  /** The time of the first `$identify` under the id; null if the statements have none. */
  readonly identifiedUs: number | null
  readonly registers: PropertyRegisters
}
export interface Gathered {
  /** All distinct ids of the statements and of their merges. */
  readonly distinctIds: ReadonlySet<string>
  /** Updates of the ids that take part in no merge among the statements. Their order does not matter. */
  readonly unordered: ReadonlyMap<string, IdUpdate>
  /** The statements about all other ids, in the order in which they happened. */
  readonly ordered: readonly IdentityStatement[]
}

const NO_UPDATE: IdUpdate = { profileUs: null, identifiedUs: null, registers: NO_REGISTERS }

export function gather(statements: readonly IdentityStatement[]): Gathered {
  const merging = new Set<string>()
  for (const { merge, distinctId } of statements) if (merge !== null) merging.add(distinctId).add(merge.other)
  const unordered = new Map<string, Collected>()
  const ordered: IdentityStatement[] = []
  for (const statement of statements) {
    const { distinctId } = statement
    if (merging.has(distinctId)) ordered.push(statement)
    else collect(unordered, statement)
  }
  return {
    distinctIds: new Set([...unordered.keys(), ...merging]),
    unordered,
    ordered: ordered.sort((a, b) => a.atUs - b.atUs),
  }
}

interface Collected {
  profileUs: number | null
  /** Always null: an `$identify` is a merge, and statements with a merge are not collected here. */
  identifiedUs: null
  registers: Map<string, PropertyRegister>
}

function collect(ids: Map<string, Collected>, statement: IdentityStatement): void {
  const update = toIdUpdate(statement)
  const known = ids.get(statement.distinctId) ?? { profileUs: null, identifiedUs: null, registers: new Map() }
  known.profileUs = earliest(known.profileUs, update.profileUs)
  addRegisters(known.registers, update.registers)
  ids.set(statement.distinctId, known)
}

/**
 * Returns the update that one statement makes. A merge has a person profile, whatever else its event says.
 */
export const toIdUpdate = (statement: IdentityStatement): IdUpdate =>
  statement.hasProfile || statement.merge !== null
    ? {
        profileUs: statement.atUs,
        identifiedUs: statement.identifies === true ? statement.atUs : null,
        registers: toRegisters(statement),
      }
    : NO_UPDATE
