import { type HogqlNode, type HogqlType, jsonOf } from '#hogql/expression.ts'
import type { CheckedQuery, CheckedSelect } from './checked-query.ts'

/**
 * Returns a statement that shows numeric properties as JSON text, in the form in which they were sent: a
 * number as a number, a text as a text. Some values do not come directly from a row, for example because they
 * come from a query in FROM. Such a value is shown as a number if its text is exactly how that number is
 * written: `1.5`, but not `1.50`.
 */
export const asSent = (query: CheckedQuery): CheckedQuery => {
  const places = query.columns.flatMap(({ type }, place) => (type === 'numeral' ? [place] : []))
  if (places.length === 0) return query
  return { ...query, selects: query.selects.map((select) => sentItems(select, places)) }
}

const sentItems = (select: CheckedSelect, places: readonly number[]): CheckedSelect => ({
  ...select,
  items: select.items.map((item, place) => (places.includes(place) ? sentValue(item, select) : item)),
})

function sentValue(item: HogqlNode, { isGrouped }: CheckedSelect): HogqlNode {
  const json = jsonOf(item)
  if (json === null) return ofText(item)
  // The item is a key of GROUP BY. Some rows of a group may have the value as a number, and others as a
  // text.
  return isGrouped ? call('max', 'text', json) : json
}

const call = (name: string, type: HogqlType, ...args: readonly HogqlNode[]): HogqlNode => ({
  ...{ kind: 'call', name, type, args },
})

function ofText(text: HogqlNode): HogqlNode {
  const number: HogqlNode = { kind: 'convert', from: 'text', to: 'number', of: text }
  const written: HogqlNode = { kind: 'convert', from: 'number', to: 'text', of: number }
  const isNumber = call('equals', 'boolean', written, text)
  return call('multiIf', 'text', isNumber, text, call('toJSONString', 'text', text))
}
