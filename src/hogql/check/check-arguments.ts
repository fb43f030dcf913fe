import { type HogqlType, jsonOf } from '#hogql/expression.ts'
import { elementOf, type FunctionDefinition, isArray, type Parameter } from '#hogql/functions/definition.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import { checkLiteral } from './check-literal.ts'
import { type CheckContext, type Checked, nameOf } from './checked.ts'
import { commonType } from './common-type.ts'
import { convert } from './convert.ts'

export interface Arguments {
  readonly args: readonly Checked[]
  /** The common type of the `same`, `ordered` or `choice` arguments. */
  readonly common: HogqlType
  /** The type of the `array` argument. */
  readonly array: HogqlType
  /** The type of the `value` argument. */
  readonly value: HogqlType
}

/**
 * Returns the arguments of a call, each converted to the type that its parameter has.
 * @throws RequestError
 */
export function checkArguments(
  context: CheckContext,
  { name, at, given }: { readonly name: string; readonly at: number; readonly given: readonly Syntax[] },
  definition: FunctionDefinition,
): Arguments {
  const parameters = parametersFor(definition, given.length)
  if (parameters === null)
    throw refuseAt(
      context.source,
      at,
      `calls ${name} with ${given.length} arguments, but it takes ${arityOf(definition)}`,
    )
  const isLambda = (i: number) => typeof parameters[i] === 'object' && 'lambda' in parameters[i]
  // A lambda is checked later, when the type of its array is known. Its array is the next argument.
  const checked = given.map((syntax, i) =>
    isLambda(i) ? null : checkOne(context, syntax, parameters[i] ?? 'text'),
  )
  const arrayAt = parameters.indexOf('array')
  const array = checked[arrayAt]?.type ?? 'text[]'
  const arrayType: HogqlType = array === 'null' ? 'text[]' : array
  const args = given.map(
    (syntax, i) => checked[i] ?? checkLambda(context, syntax, parameters[i] ?? 'text', arrayType),
  )
  const compared = args.filter((_, i) => isCompared(parameters[i]))
  const purpose = parameters.find(isCompared) as 'same' | 'ordered' | 'choice' | undefined
  const common = purpose === undefined ? dateType(args, parameters) : commonType(context, compared, purpose)
  const settled = args.map((arg, i) => {
    if (isCompared(parameters[i])) return convert(context, arg, common)
    if (parameters[i] === 'same array') return convert(context, arg, arrayType)
    return parameters[i] === 'element' ? convert(context, arg, elementOf(arrayType)) : arg
  })
  return { args: settled, common, array: arrayType, value: typeOfValue(args, parameters) }
}

function typeOfValue(args: readonly Checked[], parameters: readonly Parameter[]): HogqlType {
  const { type } = args[parameters.indexOf('value')] ?? { type: 'text' }
  return type === 'null' ? 'text' : type
}

const isCompared = (parameter: Parameter | undefined) =>
  parameter === 'same' || parameter === 'ordered' || parameter === 'choice'

// Returns the type of the date argument, which is also the type of the function's result.
function dateType(args: readonly Checked[], parameters: readonly Parameter[]): HogqlType {
  const { type } = args[parameters.indexOf('date')] ?? { type: 'time' }
  return type === 'null' ? 'time' : type
}

function parametersFor(definition: FunctionDefinition, count: number): readonly Parameter[] | null {
  const { required, optional = [], rest } = definition
  if (definition.parameters !== undefined) return definition.parameters(count)
  const known = [...required, ...optional].slice(0, count)
  if (count < required.length) return null
  if (known.length === count) return known
  return rest === undefined ? null : [...known, ...Array<Parameter>(count - known.length).fill(rest)]
}

function arityOf({ required, optional = [], rest, parameters }: FunctionDefinition): string {
  if (parameters !== undefined) return 'a condition and a value for each case, and one value at the end'
  const least = required.length
  if (rest !== undefined) return `${least} or more`
  return optional.length === 0 ? String(least) : `${least} to ${least + optional.length}`
}

function checkOne(context: CheckContext, syntax: Syntax, parameter: Parameter): Checked {
  if (typeof parameter === 'object' && 'literal' in parameter) return checkLiteral(context, syntax, parameter)
  const part = context.check(syntax, context)
  const isList = part.type !== 'null' && isArray(part.type)
  switch (parameter) {
    case 'same':
    case 'ordered':
    case 'choice':
    case 'element':
      return part
    case 'text or array':
      return isList ? part : convert(context, part, 'text')
    case 'array':
    case 'same array':
      return isList ? part : convert(context, part, 'text[]')
    case 'value':
      return asValue(context, part, isList)
    case 'date':
    case 'number or date':
    case 'time or number':
      return asEither(context, part, parameter)
    case 'json':
      return asJson(part) ?? convert(context, part, 'text')
    default:
      return typeof parameter === 'string' ? convert(context, part, parameter) : part
  }
}

function asValue(context: CheckContext, part: Checked, isList: boolean): Checked {
  if (isList) throw refuseAt(context.source, part.at, 'has an array, but a single value is expected')
  if (part.type === 'null') return convert(context, part, 'text')
  return part.type === 'numeral' ? convert(context, part, 'number') : part
}

/**
 * The parameters that accept several types. An argument of a type in `kept` stays unchanged. Any other
 * argument is converted to the type `other`.
 */
const EITHER = {
  date: { kept: ['day'], other: 'time' },
  'number or date': { kept: ['day', 'time'], other: 'number' },
  'time or number': { kept: ['number'], other: 'time' },
} as const

function asEither(context: CheckContext, part: Checked, parameter: keyof typeof EITHER): Checked {
  const { kept, other } = EITHER[parameter]
  if (kept.some((type) => type === part.type)) return part
  return convert(context, part, part.type === 'numeral' && parameter !== 'date' ? 'number' : other)
}

function asJson(part: Checked): Checked | null {
  const node = jsonOf(part.node)
  return node === null ? null : { ...part, node }
}

function checkLambda(context: CheckContext, syntax: Syntax, parameter: Parameter, array: HogqlType): Checked {
  const { source } = context
  if (context.lambda !== null)
    throw refuseAt(source, syntax.at, 'has a lambda inside a lambda', 'not_supported')
  if (syntax.kind !== 'lambda') throw refuseAt(source, syntax.at, 'needs a lambda: x -> x > 5')
  const [name, ...others] = syntax.names
  if (name === undefined || others.length > 0)
    throw refuseAt(source, syntax.at, 'needs a lambda of one name: x -> x > 5')
  const inside: CheckContext = { ...context, lambda: { name, type: elementOf(array) } }
  const found = context.check(syntax.body, inside)
  const isCondition = typeof parameter === 'object' && 'lambda' in parameter && parameter.lambda === 'boolean'
  const body =
    isCondition || found.type === 'null' ? convert(inside, found, isCondition ? 'boolean' : 'text') : found
  if (body.type !== 'null' && isArray(body.type))
    throw refuseAt(source, syntax.at, `has a lambda that returns ${nameOf(body.type)}: return a single value`)
  return { ...body, node: { kind: 'lambda', body: body.node } }
}
