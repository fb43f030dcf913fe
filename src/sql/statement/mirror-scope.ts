import type { Fragment } from '#fragments/fragment.ts'
import type { HogqlScope, StatementPrinter } from '#hogql/print-hogql.ts'
import { scopeOf } from '#sql/expression-condition.ts'
import { personScope } from '#sql/filter-scope.ts'
import { MIRRORED_PROPERTIES } from '#sql/property-source.ts'
import type { StatementFacts } from './statement-facts.ts'

/**
 * Returns the scope of a row in a table that mirrors the metadata. `columns` are the columns that an
 * expression can name.
 */
export const mirrorScope = (
  { calendar, personNumbers }: StatementFacts,
  statement: StatementPrinter,
  columns: ReadonlyMap<string, Fragment>,
): HogqlScope => ({
  ...scopeOf(MIRRORED_PROPERTIES, { ...personScope(calendar), personNumbers }),
  column: (name) => columns.get(name) ?? null,
  statement,
})
