import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from './activity-store.ts'

/** The fields of a thing that differ, each with its value before and after. `compared` is by the interface's names. */
export function fieldChanges<Thing>(
  type: string,
  compared: Readonly<Record<string, (thing: Thing) => unknown>>,
  before: Thing,
  after: Thing,
): FieldChange[] {
  return Object.entries(compared)
    .map(([field, of]) => ({ field, before: of(before), after: of(after) }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
    .map((change) => ({ type, action: actionOf(change), ...change }))
}

function actionOf({ before, after }: { before: unknown; after: unknown }): FieldChange['action'] {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}
