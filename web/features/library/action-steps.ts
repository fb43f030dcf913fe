import type { PropertyFilter } from '#web/api/query-node.ts'

/**
 * A step of an action, in the form of the interface. The form of the editor leaves all parts that it does
 * not show unchanged.
 */
export interface ActionStep {
  readonly event?: string | null
  readonly url?: string | null
  readonly url_matching?: 'contains' | 'regex' | 'exact' | null
  readonly text?: string | null
  readonly selector?: string | null
  readonly href?: string | null
  readonly [field: string]: unknown
}

export const NEW_STEP: ActionStep = { event: '' }

/** Returns the step without empty parts. If it has no URL, the way to match a URL is left out as well. */
export function toWrittenStep(step: ActionStep): ActionStep {
  const given = Object.entries(step).filter(([, value]) => value !== '' && value !== null)
  return Object.fromEntries(given.filter(([part]) => part !== 'url_matching' || step.url)) as ActionStep
}

export const isStepComplete = (step: ActionStep): boolean => Object.keys(toWrittenStep(step)).length > 0

const OPERATORS = { contains: 'icontains', regex: 'regex', exact: 'exact' } as const

/**
 * The parts of a step for which there is an equal filter, so that a question can find the events before the
 * action is saved.
 */
const ASKED = /^(event|url|url_matching|properties)$/

/**
 * Returns the event and the filters by which a question finds the events of a step. Null for a step about
 * elements of a page. Only the saved action can find its events, because a text may belong to the clicked
 * element or to an element around it.
 */
export function questionOfStep(
  step: ActionStep,
): { readonly event: string | null; readonly properties: readonly PropertyFilter[] } | null {
  const written = toWrittenStep(step)
  if (!Object.keys(written).every((part) => ASKED.test(part))) return null
  const { event = null, url, url_matching: matching, properties } = written
  const own = Array.isArray(properties) ? (properties as PropertyFilter[]) : []
  const ofUrl: PropertyFilter[] =
    typeof url === 'string'
      ? [{ type: 'event', key: '$current_url', operator: OPERATORS[matching ?? 'contains'], value: url }]
      : []
  return { event, properties: [...own, ...ofUrl] }
}
