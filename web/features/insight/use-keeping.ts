import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useProject } from '#web/api/project.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { proposedName } from '#web/question/proposed-name.ts'
import { setFragment } from '#web/question/use-question.ts'
import { useVocabulary } from '#web/question/vocabulary.ts'
import { useToast } from '#web/ui/toast.tsx'
import { changeInsight, createInsight, type SavedInsight, savedKey } from './saved-insight.ts'

type Change = Parameters<typeof changeInsight>[2]

/**
 * Returns the functions that save, rename and copy an insight and move it to the bin. If one of them fails,
 * nothing is changed, and a message offers to try again.
 */
export function useKeeping(saved: SavedInsight | null, question: QueryNode) {
  const { id: projectId } = useProject()
  const vocabulary = useVocabulary()
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [typedName, setTypedName] = useState('')
  const name = saved?.name ?? typedName
  const shownName = name || (saved === null ? 'New insight' : 'Untitled')
  const work = useMutation({
    mutationFn: (act: () => Promise<void>) => act(),
    onError: (error, act) =>
      toast(sentenceOf(error), {
        label: 'Try again',
        onClick: () => {
          work.mutate(act)
        },
      }),
  })
  const store = (kept: SavedInsight) => {
    if (kept.insight.short_id !== null) queries.setQueryData(savedKey(projectId, kept.insight.short_id), kept)
    void queries.invalidateQueries({ queryKey: ['insights'] })
  }
  const change = (to: Change) =>
    work.mutate(async () => {
      if (saved !== null) store(await changeInsight(projectId, saved, to))
    })
  const create = (newName: string) =>
    work.mutate(async () => {
      const kept = await createInsight(projectId, { name: newName.slice(0, 400), question })
      store(kept)
      navigate(`/project/${projectId}/insights/${kept.insight.short_id}`)
      toast(`${kept.name} is saved`)
    })
  return {
    name,
    shownName,
    /**
     * The proposed name for an insight that has none. It says what the question measures, without its
     * dates.
     */
    proposal: proposedName(question, vocabulary),
    isBusy: work.isPending,
    change,
    rename: (typed: string) => (saved === null ? setTypedName(typed) : change({ name: typed })),
    /**
     * Saves the question. If the insight is new, it gets the name `newName`, or the proposed name if that
     * is empty.
     */
    save(newName = name) {
      if (saved === null) return create(newName || proposedName(question, vocabulary))
      work.mutate(async () => {
        store(await changeInsight(projectId, saved, { question }))
        setFragment({ q: null }, 'replace')
        toast(`${shownName} is saved`)
      })
    },
    saveAs: () => create(`${shownName} (copy)`),
    toBin: () =>
      work.mutate(async () => {
        if (saved === null) return
        await changeInsight(projectId, saved, { deleted: true })
        void queries.invalidateQueries({ queryKey: ['insights'] })
        const address = location.pathname + location.hash
        navigate(`/project/${projectId}/insights`)
        toast(`${shownName} is in the bin`, {
          label: 'Undo',
          onClick: () =>
            work.mutate(async () => {
              store(await changeInsight(projectId, saved, { deleted: false }))
              navigate(address)
            }),
        })
      }),
  }
}

const sentenceOf = ({ message }: Error) => `Not saved: ${message} Your changes are still here.`
