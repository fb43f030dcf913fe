import { useQuery } from '@tanstack/react-query'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { KIND_VIEWS } from '#web/kinds/kind-views.ts'
import { changeKind, rulesOf } from '#web/question/change-kind.ts'
import { INSIGHT_KINDS, type InsightKind } from '#web/question/node.ts'
import { eventDefinitions, questionVocabulary } from '#web/question/vocabulary.ts'

interface KindTabsProps {
  readonly question: QueryNode
  setQuestion(question: QueryNode): void
}

/**
 * Tabs for the kinds of questions. A change of the kind keeps the parts of the question that fit the new
 * kind. The Back button restores the parts that did not fit.
 */
export function KindTabs({ question, setQuestion }: KindTabsProps) {
  const { id } = useProject()
  const events = useQuery(eventDefinitions(id)).data?.events ?? []
  const kinds = useQuery(questionVocabulary(id)).data?.kinds ?? []
  const change = (kind: InsightKind) => {
    if (kind === question.kind) return
    setQuestion(changeKind(question, kind, rulesOf(kinds, kind, events)))
  }
  return (
    <div className="tabs" role="tablist" aria-label="Kind of question">
      {INSIGHT_KINDS.map(({ kind, label }, at) =>
        KIND_VIEWS[kind] === undefined ? null : (
          <button
            key={kind}
            type="button"
            role="tab"
            className="tab"
            aria-selected={kind === question.kind}
            aria-keyshortcuts={String(at + 1)}
            disabled={kinds.length === 0 && kind !== question.kind}
            onClick={() => change(kind)}
          >
            {label}
          </button>
        ),
      )}
    </div>
  )
}
