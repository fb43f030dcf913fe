import type { HogqlType } from '#hogql/expression.ts'
import { elementOf, type FunctionDefinition } from '#hogql/functions/definition.ts'
import { definitionOf, functionNamed } from '#hogql/functions/functions.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import { type Arguments, checkArguments } from './check-arguments.ts'
import { type CheckContext, type Checked, madeOf } from './checked.ts'
import { dateArithmetic } from './date-arithmetic.ts'
import { rewritten } from './rewrite-call.ts'

/**
 * Checks a call or an operator.
 * @throws RequestError for an unknown function, and for arguments that the function does not accept.
 */
export function checkCall(context: CheckContext, written: Syntax & { kind: 'call' }): Checked {
  const among = checkAmong(context, written)
  if (among !== null) return among
  const syntax = rewritten(context, written)
  if (syntax.kind !== 'call') return context.check(syntax, context)
  const name = syntax.call.isOperator ? syntax.name : functionNamed(syntax.name)
  if (name === null)
    throw refuseAt(
      context.source,
      syntax.at,
      `calls the function '${syntax.name.slice(0, 60)}', which is not supported`,
      'not_supported',
    )
  if (syntax.call.isDistinct)
    throw refuseAt(context.source, syntax.at, 'has a DISTINCT outside count', 'not_supported')
  if (syntax.call.params !== null)
    throw refuseAt(context.source, syntax.at, `calls ${name} with two lists of arguments`)
  const definition = definitionOf(name)
  if (definition.isWindow === true) throw refuseAt(context.source, syntax.at, `calls ${name} without OVER`)
  return callOf(context, insideOf(context, name, definition, syntax.at), { ...syntax, name })
}

/**
 * Checks a call of a known function. Its arguments are checked in the context `inside`.
 * @throws RequestError
 */
export function callOf(
  context: CheckContext,
  inside: CheckContext,
  syntax: Syntax & { kind: 'call' },
): Checked {
  const { name } = syntax
  const definition = definitionOf(name)
  const checked = checkArguments(inside, { name, at: syntax.at, given: syntax.args }, definition)
  const { args } = checked
  const ofDates = dateArithmetic(context, name, syntax.at, args)
  if (ofDates !== null) return ofDates
  const nodes = args.map(({ node }) => node)
  const problem = definition.problem?.(nodes) ?? null
  if (problem !== null) throw refuseAt(context.source, syntax.at, problem)
  const growths = args.map(({ growth }) => growth)
  const copied = (definition.copies ?? 1) - 1
  const type = resultOf(definition, checked)
  return madeOf(context, syntax.at, {
    node: { kind: 'call', name, type, args: nodes },
    type,
    cost: args.reduce((sum, { cost }) => sum + cost, copied * (args[0]?.cost ?? 0)),
    growth: definition.growth?.(nodes, growths) ?? (isText(type) ? Math.max(0, ...growths) : 0),
  })
}

/** Checks `a in (select …)` and `a in cohort 5`. Returns null for a call that is neither. */
function checkAmong(context: CheckContext, { name, args }: Syntax & { kind: 'call' }): Checked | null {
  const [of, set] = args
  const isMembership = /^(?:not)?in$/i.test(name)
  if (context.statement === null || !isMembership || of === undefined || set === undefined) return null
  if (set.kind !== 'query' && set.kind !== 'cohort') return null
  return context.statement.among(context, of, set, name.toLowerCase() === 'in')
}

const isText = (type: HogqlType) => elementOf(type) === 'text'

function insideOf(
  context: CheckContext,
  name: string,
  definition: FunctionDefinition,
  at: number,
): CheckContext {
  if (definition.makesRows === true && !canMakeRows(context))
    throw refuseAt(
      context.source,
      at,
      `calls ${name} in a place where it cannot make rows: put it into a subquery in FROM`,
      'not_supported',
    )
  if (definition.isAggregate !== true) return context
  if (context.aggregates === 'possible') return { ...context, aggregates: 'around' }
  throw context.aggregates === 'around'
    ? refuseAt(context.source, at, `has the aggregate ${name} inside another one`)
    : refuseAt(context.source, at, `has the aggregate ${name}${whyRefused(context)}`)
}

const canMakeRows = ({ statement, lambda, aggregates }: CheckContext) =>
  statement?.joinsArrays === true && lambda === null && aggregates !== 'around'

const whyRefused = ({ statement }: CheckContext) =>
  statement === null
    ? ', but a filter sees one event at a time'
    : ' in a place for values of single rows: write conditions on aggregates in HAVING'

function resultOf({ result }: FunctionDefinition, { args, common, array, value }: Arguments): HogqlType {
  switch (result) {
    case 'same':
      return common
    case 'array':
      return array
    case 'element':
      return elementOf(array)
    case 'value':
      return value
    case 'values':
      return `${elementOf(value)}[]`
    case 'mapped':
      return `${elementOf(settled(args[0]?.type))}[]`
    default:
      return result
  }
}

const settled = (type: Checked['type'] = 'text'): HogqlType => (type === 'null' ? 'text' : type)
