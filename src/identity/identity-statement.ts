import type { PropertyStatement } from './property-registers.ts'

/** The parts of an event that concern the person of its distinct id. Semantics: docs/semantics/persons.md. */
export interface IdentityStatement extends PropertyStatement {
  readonly distinctId: string
  /** False for an event without a person profile, whose assignments are ignored. A merge always has one. */
  readonly hasProfile: boolean
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
  /** Whether the message is an `$identify`: its own id is identified from then on, also where the merge is refused. */
  readonly identifies?: boolean
}
