import { z } from 'zod'
import { readValue } from '#shared/read-value.ts'
import { invalid, notSupported } from '#shared/request-error.ts'
import { LIMITS } from './limits.ts'

export const OPERATORS = [
  'exact',
  'is_not',
  'icontains',
  'not_icontains',
  'regex',
  'not_regex',
  'gt',
  'gte',
  'lt',
  'lte',
  'is_set',
  'is_not_set',
] as const
export type Operator = (typeof OPERATORS)[number]

/** A condition on one property of the event. Values are compared as text: 5 equals "5" and true equals "true". */
export interface PropertyFilter {
  readonly kind: 'filter'
  readonly key: string
  readonly operator: Operator
  /** None for `is_set` and `is_not_set`; one or more otherwise. */
  readonly values: readonly string[]
}
/** All or any of its members. An empty group restricts nothing. */
export interface PropertyGroup {
  readonly kind: 'group'
  readonly combine: 'and' | 'or'
  readonly members: readonly (PropertyGroup | PropertyFilter)[]
}
export const NO_RESTRICTION: PropertyGroup = { kind: 'group', combine: 'and', members: [] }

type Path = readonly PropertyKey[]

const Scalar = z.union([z.string().max(LIMITS.textLength), z.number(), z.boolean(), z.null()])
const Leaf = z.object({
  key: z.string().min(1).max(LIMITS.textLength),
  value: z.union([Scalar, z.array(Scalar).max(LIMITS.filterValues)]).optional(),
  operator: z.string().nullish(),
  type: z.string().nullish(),
  negation: z.boolean().nullish(),
})
const Group = z.object({
  type: z.string().regex(/^(and|or)$/i, 'Expected AND or OR.'),
  values: z.array(z.unknown()),
})

/**
 * Property filters in any form that clients send: a list (all must hold), an AND/OR group of any depth, JSON text of
 * either, or the oldest form `{"key__operator": value}`.
 * @throws RequestError for what cannot be read. The original dropped such a filter silently, which answers a question
 * that nobody asked.
 */
export function readPropertyGroup(value: unknown, path: Path): PropertyGroup {
  const budget = { conditions: LIMITS.conditions }
  return readMembersOf(fromJsonText(value, path), path, 0, budget)
}

function fromJsonText(value: unknown, path: Path): unknown {
  if (typeof value !== 'string' || value === '') return value
  try {
    return JSON.parse(value)
  } catch {
    throw invalid('invalid_input', 'Properties are unparsable!', path.join('__'))
  }
}

function readMembersOf(
  value: unknown,
  path: Path,
  depth: number,
  budget: { conditions: number },
): PropertyGroup {
  if (value === undefined || value === null || value === '') return NO_RESTRICTION
  if (depth > LIMITS.filterDepth)
    throw invalid('max_length', `Filters nest deeper than ${LIMITS.filterDepth} levels.`, path.join('__'))
  if (Array.isArray(value))
    return { kind: 'group', combine: 'and', members: readList(value, path, depth, budget) }
  const object = readValue(z.record(z.string(), z.unknown()), value, path)
  if ('values' in object && 'type' in object) {
    const { type, values } = readValue(Group, object, path)
    return {
      kind: 'group',
      combine: type.toLowerCase() === 'or' ? 'or' : 'and',
      members: readList(values, [...path, 'values'], depth, budget),
    }
  }
  return { kind: 'group', combine: 'and', members: readList(fromOldestForm(object), path, depth, budget) }
}

function readList(values: readonly unknown[], path: Path, depth: number, budget: { conditions: number }) {
  return values.map((value, i) => {
    const at = [...path, i]
    // Every array has a method of that name.
    const isGroup = typeof value === 'object' && value !== null && Object.hasOwn(value, 'values')
    if (isGroup) return readMembersOf(value, at, depth + 1, budget)
    if (--budget.conditions < 0)
      throw invalid('max_length', `More than ${LIMITS.conditions} filters.`, path.join('__'))
    return readLeaf(value, at)
  })
}

/** `{"plan__is_not": "free"}` as a list of filters. */
export const fromOldestForm = (object: Readonly<Record<string, unknown>>) =>
  Object.entries(object).map(([name, value]) => {
    const [, key, operator] = /^(.+)__([a-z_]+)$/.exec(name) ?? []
    return operator !== undefined && (OPERATORS as readonly string[]).includes(operator)
      ? { key, operator, value }
      : { key: name, value }
  })

function readLeaf(value: unknown, path: Path): PropertyFilter | PropertyGroup {
  const leaf = readValue(Leaf, value, path)
  const type = leaf.type ?? 'event'
  if (type !== 'event') throw notSupported(`A filter of type '${type}'`, [...path, 'type'].join('__'))
  if (leaf.negation === true) throw notSupported('Negation of a filter', [...path, 'negation'].join('__'))
  const operator = readOperator(leaf.operator ?? 'exact', path)
  if (operator === 'is_set' || operator === 'is_not_set')
    return { kind: 'filter', key: leaf.key, operator, values: [] }
  if (leaf.value === undefined)
    throw invalid('required', 'This field is required.', [...path, 'value'].join('__'))
  const given = Array.isArray(leaf.value) ? leaf.value : [leaf.value]
  // What a form sends while nothing is chosen in it.
  if (given.length === 0) return NO_RESTRICTION
  if (given.some(hasLostDigits))
    throw invalid(
      'invalid_input',
      'Numbers beyond 2^53 lose digits in JSON: send such a value as text.',
      [...path, 'value'].join('__'),
    )
  const values = given.map(textOf)
  if (operator === 'regex' || operator === 'not_regex') checkRegexes(values, path)
  return { kind: 'filter', key: leaf.key, operator, values }
}

// The store writes a large number's exponent without a plus.
const textOf = (value: unknown) =>
  typeof value === 'number' ? String(value).replace('e+', 'e') : String(value ?? '')

// Beyond 64 bits the store keeps a double as well.
const hasLostDigits = (value: unknown) =>
  typeof value === 'number' &&
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  Math.abs(value) < 2 ** 64

function readOperator(operator: string, path: Path): Operator {
  const known = OPERATORS.find((name) => name === operator)
  if (known !== undefined) return known
  throw invalid(
    'invalid_choice',
    `"${operator}" is not an operator: use ${OPERATORS.join(', ')}.`,
    [...path, 'operator'].join('__'),
  )
}

// The engine's time limit does not hold inside one evaluation of a regular expression.
function checkRegexes(values: readonly string[], path: Path): void {
  for (const value of values)
    if (value.length > LIMITS.regexLength || (value.match(/\(/g)?.length ?? 0) > LIMITS.regexGroups)
      throw invalid(
        'max_length',
        `A regular expression has at most ${LIMITS.regexLength} characters and ${LIMITS.regexGroups} groups.`,
        [...path, 'value'].join('__'),
      )
}
