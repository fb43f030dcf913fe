import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { changeKind, rulesOf } from '#web/question/change-kind.ts'
import type { InsightKind } from '#web/question/node.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'
import { eventDefinitions, questionVocabulary } from '#web/question/vocabulary.ts'

/**
 * Returns a function that opens the editor of a new insight of a kind. At first the insight is about the most
 * frequent events.
 */
export function useNewQuestion(): (kind: InsightKind) => void {
  const { id } = useProject()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const ask = async (kind: InsightKind) => {
    const [{ events }, { kinds }] = await Promise.all([
      queries.fetchQuery(eventDefinitions(id)),
      queries.fetchQuery(questionVocabulary(id)),
    ])
    const event = events[0]?.name ?? null
    const about: QueryNode = {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event, name: event ?? 'All events' }],
    }
    navigate(addressOfQuestion(id, changeKind(about, kind, rulesOf(kinds, kind, events))))
  }
  return (kind) => void ask(kind)
}
