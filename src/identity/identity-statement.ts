import type { PropertyStatement } from './property-registers.ts'

/**
 * The parts of an event that concern the person of its distinct id. docs/semantics/persons.md defines them.
 */
export interface IdentityStatement extends PropertyStatement {
  readonly distinctId: string
  /**
   * False for an event without a person profile. Its assignments are ignored. An event with a merge always
   * has a profile.
   */
  readonly hasProfile: boolean
  readonly merge: { readonly other: string; readonly isForced: boolean } | null
  /**
   * Whether the event is an `$identify`. The distinct id of the event is identified from then on, even if
   * the merge is refused.
   */
  readonly identifies?: boolean
}
