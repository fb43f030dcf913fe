import type { RetentionFilter, SeriesQuestion } from '#web/api/query-node.ts'
import { capital } from '#web/ui/capital.ts'
import { untilWords } from './dates.ts'
import { eventWords } from './describe-series.ts'
import { seriesOfEntity } from './retention-entity.ts'
import { bold, plain, type SentencePart } from './sentence-part.ts'
import type { Vocabulary } from './vocabulary.ts'

const rulesOf = ({ retentionFilter }: SeriesQuestion): RetentionFilter => retentionFilter ?? {}

const INTERVALS = 11
const FIRST_TIMES: Readonly<Record<string, string>> = {
  retention_first_time: 'for the first time',
  retention_first_ever_occurrence: 'for the first time ever',
}

/** Returns the two events of a retention in words: `Persons with a who came back with b`. */
export function retentionSubject(
  node: SeriesQuestion,
  actors: string,
  vocabulary: Vocabulary,
): SentencePart[] {
  const rules = rulesOf(node)
  const first = FIRST_TIMES[rules.retentionType ?? '']
  const sum = sumPhrase(rules)
  // If the retention adds up values, the minimum number of return events does not apply.
  const least = sum === null ? (rules.minimumOccurrences ?? 1) : 1
  return [
    plain(`${capital(actors)} with `),
    ...eventWords(seriesOfEntity(rules.targetEntity), 'target-0', vocabulary),
    ...(first === undefined ? [] : [plain(' '), bold(first, 'cohort')]),
    plain(' who came back with '),
    ...eventWords(seriesOfEntity(rules.returningEntity), 'returning-0', vocabulary),
    ...(least > 1 ? [plain(' at least '), bold(`${least} times`, 'occurrences')] : []),
    ...(sum === null ? [] : [plain(sum)]),
  ]
}

/**
 * Returns what a retention adds up, in words: `, and the sum of amount`. Null if it only counts actors. The
 * form has no control for this; only programs ask for it.
 */
function sumPhrase({
  aggregationType: type,
  aggregationProperty: property,
  aggregationPropertyType: owner,
}: RetentionFilter): string | null {
  if (type !== 'sum' && type !== 'avg') return null
  const name = property === null || property === undefined ? '' : property
  return `, and the ${type === 'sum' ? 'sum' : 'mean'} of ${name}${owner === 'person' ? ' of persons' : ''}`
}

/**
 * Returns the rules of a retention that change its numbers, including its range: a number of periods that
 * ends now or on a date.
 */
export function retentionPhrases(node: SeriesQuestion, nowMs: number): (readonly SentencePart[])[] {
  const rules = rulesOf(node)
  const { totalIntervals = INTERVALS, cumulative = false, retentionReference } = rules
  const period = (rules.period ?? 'day').toLowerCase()
  const until = untilWords(node.dateRange, nowMs)
  return [
    [plain('over '), bold(String(totalIntervals), 'periods'), plain(' '), bold(`${period}s`, 'period')],
    ...(until === null ? [] : [[plain('until '), bold(until, 'until')]]),
    ...(cumulative ? [[plain('in a '), bold(`${period} or later`, 'cumulative')]] : []),
    ...(retentionReference === 'previous'
      ? [[plain('as a share of '), bold(`the previous ${period}`, 'reference')]]
      : []),
  ]
}
