import { IconChartLine } from '@tabler/icons-react'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import type { PropertyFilter, QueryNode, SeriesNode } from '#web/api/query-node.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'

/** Returns a text as a quoted literal of HogQL. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

const MOST_IDS = 100

/**
 * Returns a filter for the events of a person. It names the distinct ids of the person, because the
 * expression of a filter cannot name the id of a person.
 */
export const personFilter = (distinctIds: readonly string[]): PropertyFilter => ({
  type: 'hogql',
  key: `distinct_id in (${distinctIds.slice(0, MOST_IDS).map(quoted).join(', ')})`,
})
/** Returns a filter for the events of a group. */
export const groupFilter = (index: number, key: string): PropertyFilter => ({
  type: 'hogql',
  key: `$group_${index} = ${quoted(key)}`,
})

/** Returns a question about all events of a person or group, broken down by the name of the event. */
export const questionAbout = (filter: PropertyFilter): QueryNode => ({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: null, name: 'Any event' }],
  breakdownFilter: { breakdown: 'event', breakdown_type: 'hogql' },
  properties: [filter],
  dateRange: { date_from: '-30d' },
})

const seriesOf = (event: string | null): SeriesNode[] => [
  { kind: 'EventsNode', event, name: event ?? 'Any event' },
]

interface ProfileQuestionsProps {
  readonly filter: PropertyFilter
  /** The names of the events of this profile, most frequent first. */
  readonly names: readonly string[]
}

/** Links to insights about a person or group. */
export function ProfileQuestions({ filter, names }: ProfileQuestionsProps) {
  const project = useProject()
  const weeks: Partial<QueryNode> = {
    properties: [filter],
    dateRange: { date_from: '-12w' },
    interval: 'week',
  }
  const questions: readonly (readonly [string, QueryNode])[] = [
    ['Everything that was done, by event, last 30 days', questionAbout(filter)],
    ...names
      .slice(0, 3)
      .map((name): readonly [string, QueryNode] => [
        `${name}, week by week`,
        { kind: 'TrendsQuery', series: seriesOf(name), ...weeks },
      ]),
    [
      'Where it leads: paths of the last 30 days',
      {
        kind: 'PathsQuery',
        pathsFilter: { includeEventTypes: ['$pageview', 'custom_event'] },
        properties: [filter],
        dateRange: { date_from: '-30d' },
      },
    ],
  ]
  return (
    <ul className="asks pp__tab">
      {questions.map(([label, node]) => (
        <li key={label}>
          <Link href={addressOfQuestion(project.id, node)}>
            <IconChartLine size={16} stroke={1.5} aria-hidden />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
