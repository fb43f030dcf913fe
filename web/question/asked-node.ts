import type { QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { compactQuestion } from './compact.ts'
import { completeFilters } from './filters.ts'
import { formulasOf } from './formulas.ts'
import { withField } from './with-field.ts'

/**
 * Returns the question to send for the question in the editor: without filters that still have no value,
 * and without hidden series. Formulas hide their series by themselves.
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
 * Returns a function that returns whether the series at an index is asked for. All series are asked for if
 * a formula needs them, or if all are hidden.
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

/** Completes the events that are not series: the events of a retention, and the exclusions of a funnel. */
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
 * Translates the `attr` of an error about the question that was sent to the question in the editor, in
 * which hidden series count as well.
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
