import type { PathsFilter, SeriesQuestion } from '#web/api/query-node.ts'
import { bold, listed, plain, type SentencePart } from './sentence-part.ts'

const rulesOf = ({ pathsFilter }: SeriesQuestion): PathsFilter => pathsFilter ?? {}

const STEPS = 5
const TYPES: Readonly<Record<string, string>> = {
  $pageview: 'pages',
  $screen: 'screens',
  custom_event: 'custom events',
  hogql: 'values of an expression',
}

/** Returns what paths consist of, in words: `Paths of persons through pages and custom events`. */
export function pathsSubject(node: SeriesQuestion, actors: string): SentencePart[] {
  const { includeEventTypes = [], includeCustomEvents = [] } = rulesOf(node)
  const kinds = [...includeEventTypes.map((type) => TYPES[type] ?? type), ...includeCustomEvents]
  if (kinds.length === 0) return [plain(`Paths of ${actors} through all events`)]
  return [plain(`Paths of ${actors} through `), ...listed(kinds.map((kind) => [bold(kind, 'path-types')]))]
}

const quoted = (texts: readonly string[] | undefined, part: string) =>
  listed((texts ?? []).map((text) => [bold(text, part)]))

const AROUND: Readonly<Record<string, string>> = {
  funnel_path_before_step: 'before',
  funnel_path_between_steps: 'on the way to',
  funnel_path_after_step: 'after',
}

/** Returns the rules of paths that change what is counted or shown. Each rule is a phrase. */
export function pathsPhrases(node: SeriesQuestion): (readonly SentencePart[])[] {
  const rules = rulesOf(node)
  const around = node.funnelPathsFilter
  const phrase = (isAsked: unknown, ...parts: SentencePart[]) => (isAsked ? [parts] : [])
  return [
    ...phrase(rules.startPoint, plain('from '), bold(rules.startPoint ?? '', 'start')),
    ...phrase(rules.endPoint, plain('to '), bold(rules.endPoint ?? '', 'end')),
    ...phrase(
      around?.funnelSource,
      plain(`${AROUND[around?.funnelPathType ?? ''] ?? 'around'} step ${around?.funnelStep} of a funnel`),
    ),
    ...phrase(rules.excludeEvents?.length, plain('without '), ...quoted(rules.excludeEvents, 'left-out')),
    ...phrase(
      rules.pathGroupings?.length,
      plain('with '),
      ...quoted(rules.pathGroupings, 'groupings'),
      plain(' grouped'),
    ),
    ...phrase(rules.pathReplacements, bold('cleaned', 'cleaning'), plain(" by the project's rules")),
    [plain('up to '), bold(`${rules.stepLimit ?? STEPS} steps`, 'steps')],
    ...phrase(rules.edgeLimit, plain('the '), bold(`${rules.edgeLimit} most frequent edges`, 'edges')),
    ...phrase(
      rules.minEdgeWeight,
      plain('edges with at least '),
      bold(`${rules.minEdgeWeight} paths`, 'least'),
    ),
    ...phrase(
      rules.maxEdgeWeight,
      plain('edges with at most '),
      bold(`${rules.maxEdgeWeight} paths`, 'most'),
    ),
  ]
}
