import type { PropertyStatement } from './property-registers.ts'

/** What one event says about the person behind its distinct id. Semantics: docs/semantics/persons.md. */
export interface IdentityStatement extends PropertyStatement {
  readonly distinctId: string
  /** False where the client asked for no person; what such an event says of properties is ignored. A merge asks for one. */
  readonly hasProfile: boolean
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
}
