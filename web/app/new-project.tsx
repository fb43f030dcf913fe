import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { projects } from '#web/api/session.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { useFocusReturn } from '#web/ui/use-focus-return.ts'
import { useWork } from '#web/ui/use-work.ts'

/** Form that creates a project in the time zone of the browser and then shows its snippets. */
export function NewProject({ onClose }: { onClose(): void }) {
  useFocusReturn()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { run, isBusy, refusal, attr } = useWork()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name'))
    const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions()
    void run(async () => {
      const { id } = await bodyOf(api.POST('/api/projects/', { body: { name, timezone } }))
      await queries.invalidateQueries({ queryKey: projects.queryKey })
      onClose()
      navigate(`/welcome?project=${id}`)
    })
  }
  return (
    <Modal opened title="New project" onClose={onClose} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form className="form" onSubmit={submit}>
        <label>
          <span>Name</span>
          <input
            className="field"
            name="name"
            data-autofocus
            maxLength={TEXT_LIMITS.projectName}
            required
            aria-invalid={attr === 'name'}
          />
        </label>
        <p className="soft">A project has its own token, events and dashboards.</p>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink" disabled={isBusy}>
          Create project
        </button>
      </form>
    </Modal>
  )
}
