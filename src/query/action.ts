import type { ActionStep } from '#contract/action.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'
import { storableName } from '#shared/storable-name.ts'
import { checkPatterns } from '#values/check-patterns.ts'
import { checkSelectors } from './element-filter.ts'
import {
  allHold,
  type FilterGroup,
  filtersIn,
  type Operator,
  PATTERN_FORMS,
  type PropertyFilter,
} from './filter.ts'
import { LIMITS } from './limits.ts'
import type { Matcher } from './matcher.ts'
import { parseFilters } from './parse-filters.ts'

/** Defines an action, which consists of all events that match any of its steps. */
export interface ActionDefinition {
  readonly steps: readonly ActionStep[]
}

/**
 * Returns the matcher of an action's events, which matches nothing if the action has no steps.
 * @throws RequestError for filters, patterns and selectors that are refused in a question too, and if the
 * steps together have too many conditions.
 */
export function actionMatcher({ steps }: ActionDefinition, path: Path = ['steps']): Matcher {
  const matcher = steps.map((step, i) => ({
    event: step.event ? storableName(step.event) : null,
    filter: stepFilter(step, [...path, i]),
  }))
  const count = matcher.reduce((sum, { filter }) => sum + filtersIn(filter).length, 0)
  if (count > LIMITS.conditions)
    throw invalid(
      'max_length',
      `All steps of an action together have at most ${LIMITS.conditions} conditions; these have ${count}.`,
      attrOf(path),
    )
  return matcher
}

function stepFilter(step: ActionStep, path: Path): FilterGroup {
  const parts = [
    partFilter({ on: 'event', key: '$current_url' }, step.url, step.url_matching ?? 'contains', [
      ...path,
      'url',
    ]),
    partFilter(element('text'), step.text, step.text_matching ?? 'exact', [...path, 'text']),
    partFilter(element('href'), step.href, step.href_matching ?? 'exact', [...path, 'href']),
    partFilter(element('tag_name'), step.tag_name, 'exact', [...path, 'tag_name']),
    partFilter(element('selector'), step.selector, 'exact', [...path, 'selector']),
  ]
  if (step.selector) checkSelectors([step.selector], [...path, 'selector'])
  const members = parts.filter((part) => part !== null)
  return allHold(
    { kind: 'group', combine: 'and', members },
    parseFilters(step.properties, [...path, 'properties']),
  )
}

const element = (key: string) => ({ on: 'element', key }) as const

const OPERATOR_OF = {
  contains: 'icontains',
  regex: 'regex',
  exact: 'exact',
} as const satisfies Readonly<Record<string, Operator>>

/** Returns the filter for one field of a step, such as its URL; null if the step does not have the field. */
function partFilter(
  of: Pick<PropertyFilter, 'on' | 'key'>,
  value: string | null | undefined,
  matching: keyof typeof OPERATOR_OF,
  path: Path,
): PropertyFilter | null {
  if (!value) return null
  const operator = OPERATOR_OF[matching]
  const form = PATTERN_FORMS[operator]
  if (form !== undefined) checkPatterns(form, [value], path)
  return { kind: 'filter', ...of, operator, values: [value] }
}
