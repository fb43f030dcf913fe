import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { changeKind } from '#web/question/change-kind.ts'
import type { InsightKind } from '#web/question/node.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'
import { eventDefinitions, questionVocabulary } from '#web/question/vocabulary.ts'

/** Opens an editor with a first question of a kind, about the most frequent events. */
export function useNewQuestion(): (kind: InsightKind) => void {
  const { id } = useProject()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const ask = async (kind: InsightKind) => {
    const [{ events }, { kinds }] = await Promise.all([
      queries.fetchQuery(eventDefinitions(id)),
      queries.fetchQuery(questionVocabulary(id)),
    ])
    const rules = kinds.find(({ node }) => node === kind)
    const names = events.map(({ name }) => name)
    const about = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: names[0] ?? null, name: names[0] ?? 'All events' }],
    }
    const question = changeKind(about, kind, {
      maths: rules?.maths ?? [],
      leastSeries: rules?.least_series ?? 0,
      mostSeries: rules?.most_series ?? 1,
      events: names,
    })
    navigate(addressOfQuestion(id, question))
  }
  return (kind) => void ask(kind)
}
