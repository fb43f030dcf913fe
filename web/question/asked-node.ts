import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { compactQuestion } from './compact.ts'
import { completeFilters } from './filters.ts'
import { formulasOf } from './formulas.ts'
import { withField } from './with-field.ts'

/**
 * Returns the question to send to the server for the question in the editor. Filters whose value is still
 * missing and hidden series are left out. If there are formulas, all series are sent: formulas need them,
 * and the answer does not show them.
 */
export function askedNode(question: QueryNode, hidden: readonly number[]): QueryNode {
  const node = withCompleteEvents(withField(question, 'properties', completeFilters(question.properties)))
  const { series } = node
  if (series === undefined) return compactQuestion(node)
  const complete = series.map(withCompleteFilters)
  const isKept = isShown(node, hidden)
  const kept = complete.filter((_, index) => isKept(index))
  return compactQuestion({ ...node, series: kept })
}

/**
 * Returns a function that returns whether the series at an index is sent. All are sent if the question has
 * formulas, if its kind is not trends, or if all series are hidden.
 */
function isShown(node: QueryNode, hidden: readonly number[]): (index: number) => boolean {
  const hides = node.kind === 'TrendsQuery' && formulasOf(node.trendsFilter).length === 0
  const isAllHidden = (node.series ?? []).every((_, index) => hidden.includes(index))
  return (index) => !hides || isAllHidden || !hidden.includes(index)
}

function withCompleteFilters<Events extends Pick<SeriesNode, 'properties'>>(events: Events): Events {
  const { properties, ...rest } = events
  const complete = completeFilters(properties)
  return (complete === undefined ? rest : { ...rest, properties: complete }) as Events
}

/**
 * Leaves incomplete filters out of the events that are not series: those of a retention, and the exclusions
 * of a funnel.
 */
function withCompleteEvents(node: QueryNode): QueryNode {
  const { retentionFilter: retention, funnelsFilter: funnel } = node
  const entity = (name: 'targetEntity' | 'returningEntity') =>
    retention?.[name] ? { [name]: withCompleteFilters(retention[name]) } : {}
  const exclusions = funnel?.exclusions
  return {
    ...node,
    ...(retention && {
      retentionFilter: { ...retention, ...entity('targetEntity'), ...entity('returningEntity') },
    }),
    ...(exclusions && { funnelsFilter: { ...funnel, exclusions: exclusions.map(withCompleteFilters) } }),
  }
}

/**
 * Translates the `attr` of an error to the question in the editor. In the question that was sent, series
 * have lower indexes if series before them are hidden.
 */
export function attrInForm(attr: string, question: QueryNode, hidden: readonly number[]): string {
  const { series } = question
  if (series === undefined) return attr
  const isKept = isShown(question, hidden)
  const kept = series.flatMap((_, index) => (isKept(index) ? [index] : []))
  return attr.replace(
    /(^|__)series__(\d+)/,
    (_, before, index) => `${before}series__${kept[Number(index)] ?? index}`,
  )
}
