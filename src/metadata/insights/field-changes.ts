import { isDeepStrictEqual } from 'node:util'
import type { FieldChange } from './activity-store.ts'

/**
 * Returns the fields that differ, by their names in the log of changes. Both versions have the same fields.
 */
export const fieldChanges = (
  type: string,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): FieldChange[] =>
  Object.keys(before)
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => !isDeepStrictEqual(change.before, change.after))
    .map((change) => ({ type, action: actionOf(change), ...change }))

function actionOf({ before, after }: { before: unknown; after: unknown }): FieldChange['action'] {
  if (before === null) return 'created'
  return after === null ? 'deleted' : 'changed'
}
