import { type HogqlNode, type HogqlType, jsonOf } from '#hogql/expression.ts'
import type { CheckedQuery, CheckedSelect } from './checked-query.ts'

/**
 * A statement whose numeric properties are shown as JSON text: a number as a number, a text as a text, as
 * they were sent. A value that comes from elsewhere than a row of its own, as from a query of FROM, is a
 * number if its text is that of one.
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
  // A key of the group: among its rows can be numbers and texts that are alike.
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
