import type { IdentityStatement } from '#identity/identity-statement.ts'
import { earliest } from '#identity/persons.ts'
import {
  addRegisters,
  NOTHING_KNOWN,
  type PropertyRegister,
  type PropertyRegisters,
  registersOf,
} from '#identity/property-registers.ts'

/** What one or several statements say of one distinct id. */
export interface SaidOfId {
  readonly profileUs: number | null
  readonly registers: PropertyRegisters
}
export interface Gathered {
  /** Every id that is named. */
  readonly distinctIds: ReadonlySet<string>
  /** What is said of ids that no merge here concerns: its order does not matter. */
  readonly quiet: ReadonlyMap<string, SaidOfId>
  /** What is said under the others, in the order in which it happened. */
  readonly ordered: readonly IdentityStatement[]
}

const NOTHING_SAID: SaidOfId = { profileUs: null, registers: NOTHING_KNOWN }

export function gather(statements: readonly IdentityStatement[]): Gathered {
  const merging = new Set<string>()
  for (const { merge, distinctId } of statements) if (merge !== null) merging.add(distinctId).add(merge.other)
  const quiet = new Map<string, Collected>()
  const ordered: IdentityStatement[] = []
  for (const statement of statements) {
    const { distinctId } = statement
    if (merging.has(distinctId)) ordered.push(statement)
    else collect(quiet, statement)
  }
  return {
    distinctIds: new Set([...quiet.keys(), ...merging]),
    quiet,
    ordered: ordered.sort((a, b) => a.atUs - b.atUs),
  }
}

interface Collected {
  profileUs: number | null
  registers: Map<string, PropertyRegister>
}

function collect(ids: Map<string, Collected>, statement: IdentityStatement): void {
  const said = saidIn(statement)
  const known = ids.get(statement.distinctId) ?? { profileUs: null, registers: new Map() }
  known.profileUs = earliest(known.profileUs, said.profileUs)
  addRegisters(known.registers, said.registers)
  ids.set(statement.distinctId, known)
}

/** A merge asks for a person, whatever else the event says. */
export const saidIn = (statement: IdentityStatement): SaidOfId =>
  statement.hasProfile || statement.merge !== null
    ? { profileUs: statement.atUs, registers: registersOf(statement) }
    : NOTHING_SAID
