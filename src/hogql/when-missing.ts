import type { HogqlNode } from './expression.ts'
import { definitionOf } from './functions/functions.ts'

interface Constant {
  readonly isKnown: boolean
  readonly value: string | number | boolean | null
}
const UNKNOWN: Constant = { isKnown: false, value: null }

/**
 * Whether a condition on a subject is true for a row without this subject. In such a row all properties and
 * columns of the subject are null. Null if only the engine can tell.
 */
export function holdsWhenMissing(node: HogqlNode): boolean | null {
  const { isKnown, value } = whenMissing(node)
  return isKnown && typeof value === 'boolean' ? value : null
}

function whenMissing(node: HogqlNode): Constant {
  if (node.kind === 'property' || node.kind === 'json' || node.kind === 'column')
    return { isKnown: true, value: null }
  if (node.kind === 'value') return { isKnown: true, value: node.value }
  if (node.kind === 'convert') {
    const isNull = isKnownNull(whenMissing(node.of)) && !node.to.endsWith('[]')
    return isNull ? { isKnown: true, value: node.to === 'boolean' ? false : null } : UNKNOWN
  }
  return node.kind === 'call' ? ofCall(node) : UNKNOWN
}

const isKnownNull = ({ isKnown, value }: Constant) => isKnown && value === null

function ofCall({ name, type, args }: HogqlNode & { kind: 'call' }): Constant {
  const values = args.map(whenMissing)
  if (name === 'isNull' || name === 'isNotNull') {
    const [of = UNKNOWN] = values
    return of.isKnown ? { isKnown: true, value: (of.value === null) === (name === 'isNull') } : UNKNOWN
  }
  if (name === 'and' || name === 'or' || name === 'not') return logic(name, values)
  const { nulls = 'arguments', whenNull = false } = definitionOf(name)
  const isNull = nulls === 'arguments' && values.some(isKnownNull) && !MAY_SKIP_NULLS.has(name)
  return isNull ? { isKnown: true, value: type === 'boolean' ? whenNull : null } : UNKNOWN
}

/** Functions that may return a value although an argument is null. */
const MAY_SKIP_NULLS: ReadonlySet<string> = new Set([
  'coalesce',
  'ifNull',
  'multiIf',
  'greatest',
  'least',
  'has',
  'indexOf',
])

function logic(name: 'and' | 'or' | 'not', values: readonly Constant[]): Constant {
  const decisive = name === 'or'
  if (name !== 'not' && values.some(({ isKnown, value }) => isKnown && value === decisive))
    return { isKnown: true, value: decisive }
  if (values.some(({ isKnown }) => !isKnown)) return UNKNOWN
  return { isKnown: true, value: name === 'not' ? values[0]?.value !== true : !decisive }
}
