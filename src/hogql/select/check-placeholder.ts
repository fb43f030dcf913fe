import { type CheckContext, type Checked, checkedValue } from '#hogql/check/checked.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { Environment } from './environment.ts'

/**
 * Returns the value of `{name}` or `{variables.name}`.
 * @throws RequestError for a value that the request does not have.
 */
export function checkPlaceholder(
  { source }: CheckContext,
  { name, at }: Syntax & { kind: 'placeholder' },
  { values, counters }: Environment,
): Checked {
  if (name === 'filters')
    throw refuseAt(
      source,
      at,
      'has {filters} in the wrong place: write it as a condition of WHERE, joined to others with AND',
    )
  const value = values.get(name)
  if (value === undefined)
    throw refuseAt(
      source,
      at,
      `has the placeholder {${name.slice(0, 60)}}, for which the request has no value`,
    )
  counters.placeholders.add(name)
  const type = typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'
  return checkedValue(type, value, at)
}
