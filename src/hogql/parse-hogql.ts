import { attrOf, type Path } from '#shared/field-paths.ts'
import { notSupported } from '#shared/request-error.ts'
import { requireSessionProperty } from '#values/session-properties.ts'
import { checkExpression } from './check/check.ts'
import { type HogqlExpression, nodesIn } from './expression.ts'
import { elementOf } from './functions/definition.ts'
import { HOGQL_LIMITS } from './limits.ts'
import { NO_NUMBERS, type NumericProperties } from './numeric-properties.ts'
import { refuseAt } from './refuse.ts'
import { subjectParts } from './subject-parts.ts'
import { parseSyntax } from './syntax/parse-syntax.ts'

interface ParseOptions {
  readonly aggregates?: 'refused' | 'possible'
  readonly numbers?: NumericProperties
}

/**
 * Parses and checks an expression in the language of docs/hogql.md, and returns it as data. Without
 * `aggregates` the expression is about one event at a time. With `aggregates` it is about many events, and
 * every field is inside an aggregate. The properties among `numbers` are numbers.
 * @throws RequestError `invalid_input`, `max_length` or `not_supported`, with the position in the
 * expression, and `path` as `attr`.
 */
export function parseHogql(
  text: string,
  path: Path,
  { aggregates = 'refused', numbers = NO_NUMBERS }: ParseOptions = {},
): HogqlExpression {
  const source = { text, path }
  if (text.length > HOGQL_LIMITS.characters)
    throw refuseAt(
      source,
      HOGQL_LIMITS.characters,
      `has more than ${HOGQL_LIMITS.characters} characters`,
      'max_length',
    )
  const lone = text.search(/\p{Surrogate}/u)
  if (lone >= 0) throw refuseAt(source, lone, 'has half of a character, a lone surrogate')
  return checkExpression(source, parseSyntax(source), aggregates, numbers)
}

/**
 * Parses an expression whose values are shown or grouped by.
 * @throws RequestError like {@link parseHogql}, and also for the ids of persons, which the event store does
 * not have.
 */
export function parseHogqlValue(text: string, path: Path): HogqlExpression {
  const expression = parseHogql(text, path)
  if (elementOf(expression.type) !== 'person') return expression
  const problem = 'is the id of a person, which cannot be a value here: use distinct_id, or a HogQL statement'
  throw refuseAt({ text, path }, 0, problem, 'not_supported')
}

/**
 * Parses an expression about one event. Each operation in the expression reads only one subject: the event,
 * its person, a group, or one property of its session.
 * @throws RequestError
 */
export function parseHogqlFilter(text: string, path: Path): HogqlExpression {
  const expression = parseHogql(text, path)
  for (const node of nodesIn(expression.root)) {
    if (node.kind === 'property' && node.on === 'session') requireSessionProperty(node.key, path)
    if (node.kind === 'json' && node.on === 'session')
      throw notSupported(
        `A part of the property ${node.key.slice(0, 60)} of the session in a HogQL expression`,
        attrOf(path),
      )
  }
  subjectParts(expression, path)
  return expression
}
