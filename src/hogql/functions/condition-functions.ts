import { join, sql } from '#fragments/fragment.ts'
import { at, type FunctionDefinition, type FunctionTable, plain } from './definition.ts'

const list = (items: Parameters<typeof join>[0]) => join(items, sql`, `)

/** Defines a comparison. It is false if an operand is null. */
const comparison = (sign: ReturnType<typeof sql>, whenNull = false): FunctionDefinition =>
  plain(['ordered', 'ordered'], 'boolean', ([a, b]) => sql`(${at([a], 0)} ${sign} ${at([b], 0)})`, {
    whenNull,
  })

const equality = (sign: ReturnType<typeof sql>, whenNull: boolean): FunctionDefinition =>
  plain(['same', 'same'], 'boolean', (args) => sql`(${at(args, 0)} ${sign} ${at(args, 1)})`, { whenNull })

const isIn = (whenNull: boolean): FunctionDefinition => ({
  required: ['same', 'same'],
  rest: 'same',
  result: 'boolean',
  whenNull,
  sql: ([subject, ...values]) =>
    whenNull
      ? sql`(${at([subject], 0)} NOT IN (${list(values)}))`
      : sql`(${at([subject], 0)} IN (${list(values)}))`,
})

/** Comparisons, logic and choices. */
export const CONDITION_FUNCTIONS: FunctionTable = {
  equals: equality(sql`=`, false),
  notEquals: equality(sql`!=`, true),
  less: comparison(sql`<`),
  lessOrEquals: comparison(sql`<=`),
  greater: comparison(sql`>`),
  greaterOrEquals: comparison(sql`>=`),
  between: plain(
    ['ordered', 'ordered', 'ordered'],
    'boolean',
    (args) => sql`(${at(args, 0)} BETWEEN ${at(args, 1)} AND ${at(args, 2)})`,
    // BETWEEN becomes two comparisons in the engine, and each of them computes the operand.
    { copies: 2 },
  ),
  in: isIn(false),
  notIn: isIn(true),
  and: {
    required: ['boolean'],
    rest: 'boolean',
    result: 'boolean',
    sql: (args) => sql`(${join(args, sql` AND `)})`,
  },
  or: {
    required: ['boolean'],
    rest: 'boolean',
    result: 'boolean',
    sql: (args) => sql`(${join(args, sql` OR `)})`,
  },
  // If a join does not find a row, the condition is missing. A missing condition counts as false, so its
  // negation is true.
  not: plain(['boolean'], 'boolean', (args) => sql`(NOT ${at(args, 0)})`, { whenNull: true }),
  xor: {
    required: ['boolean', 'boolean'],
    result: 'boolean',
    sql: (args) => sql`xor(${list(args)})`,
  },
  toBool: plain(['boolean'], 'boolean', (args) => at(args, 0)),
  assumeNotNull: plain(['value'], 'value', (args) => at(args, 0)),
  isNull: plain(['same'], 'boolean', (args) => sql`isNull(${at(args, 0)})`, { nulls: 'never' }),
  isNotNull: plain(['same'], 'boolean', (args) => sql`isNotNull(${at(args, 0)})`, { nulls: 'never' }),
  multiIf: {
    required: ['boolean', 'choice'],
    rest: 'choice',
    parameters: (count) =>
      count < 3 || count % 2 === 0
        ? null
        : Array.from({ length: count }, (_, i) => (i % 2 === 0 && i < count - 1 ? 'boolean' : 'choice')),
    result: 'same',
    sql: (args) => sql`multiIf(${list(args)})`,
  },
  coalesce: {
    required: ['choice'],
    rest: 'choice',
    result: 'same',
    sql: (args) => sql`coalesce(${list(args)})`,
  },
  ifNull: plain(['choice', 'choice'], 'same', (args) => sql`coalesce(${list(args)})`),
  nullIf: plain(['same', 'same'], 'same', (args) => sql`nullIf(${list(args)})`, { nulls: 'always' }),
  greatest: {
    required: ['ordered'],
    rest: 'ordered',
    result: 'same',
    sql: (args) => sql`greatest(${list(args)})`,
  },
  least: { required: ['ordered'], rest: 'ordered', result: 'same', sql: (args) => sql`least(${list(args)})` },
}
