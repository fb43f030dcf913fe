import { type CheckContext, type Checked, madeOf } from '#hogql/check/checked.ts'
import { commonType } from '#hogql/check/common-type.ts'
import { convert } from '#hogql/check/convert.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { CheckedQuery, OutputColumn } from './checked-query.ts'
import type { Environment } from './environment.ts'

interface Among {
  readonly of: Syntax
  readonly set: Syntax
  readonly isIn: boolean
}

/**
 * Checks `of IN (SELECT …)` and `person_id IN COHORT 5`.
 * @throws RequestError
 */
export function checkAmong(
  context: CheckContext,
  { of, set, isIn }: Among,
  environment: Environment,
): Checked {
  const part = context.check(of, context)
  if (set.kind === 'cohort') return checkMember(context, part, set, isIn)
  if (set.kind !== 'query') throw new TypeError(`No set of ${set.kind}`)
  const query = environment.checkQuery(set.query, environment)
  const [column, ...others] = query.columns
  if (column === undefined || others.length > 0)
    throw refuseAt(
      context.source,
      set.at,
      `has an IN with a query of ${query.columns.length} columns: select one column`,
    )
  const type =
    part.type === 'numeral' && column.type === 'text'
      ? 'text'
      : commonType(context, [part, columnPart(query, column.type, set.at)], 'same')
  const isNumber = column.type === 'numeral' && type === 'number'
  if (type !== (isNumber ? 'number' : elementType(column)))
    throw refuseAt(
      context.source,
      set.at,
      'has an IN with a query whose values have another type: convert them in the query',
    )
  const compared = convert(context, part, type)
  return madeOf(context, set.at, {
    node: { kind: 'among', of: compared.node, query: isNumber ? withNumbersOf(query) : query, isIn },
    type: 'boolean',
    cost: compared.cost,
    growth: 0,
  })
}

/** The type of the query's values. A numeric property is text unless it is compared as a number. */
const elementType = ({ type }: OutputColumn) => (type === 'numeral' ? 'text' : type)

/** Returns a query that selects one numeric property, changed so that it gives numbers and not texts. */
const withNumbersOf = ({ columns, selects, ...query }: CheckedQuery): CheckedQuery => ({
  ...query,
  columns: columns.map((column) => ({ ...column, type: 'number' })),
  selects: selects.map((select) => ({
    ...select,
    items: select.items.map((of) => ({ kind: 'convert', from: 'text', to: 'number', of })),
  })),
})

const columnPart = (query: CheckedQuery, type: Checked['type'], at: number): Checked => ({
  node: { kind: 'query', query },
  type,
  at,
  cost: 1,
  growth: 1,
})

function checkMember(
  context: CheckContext,
  of: Checked,
  { cohort, at }: Syntax & { kind: 'cohort' },
  isIn: boolean,
): Checked {
  if (of.type !== 'person')
    throw refuseAt(
      context.source,
      of.at,
      'has an IN COHORT after a value that is not a person: write person_id IN COHORT 5',
    )
  const cohortId = Number(cohort)
  if (!Number.isSafeInteger(cohortId) || cohortId < 1)
    throw refuseAt(context.source, at, 'needs the id of a cohort, a whole number', 'not_supported')
  return madeOf(context, at, {
    node: { kind: 'member', of: of.node, cohortId, isIn },
    type: 'boolean',
    cost: of.cost,
    growth: 0,
  })
}
