import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { bytesText, exactNumber } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useWork } from '#web/ui/use-work.ts'
import { goingMonths, type StoredMonth } from './months.ts'

/**
 * Form for how many months events are kept. Before a smaller number is saved, the form says what this will
 * delete, because the deletion cannot be undone.
 */
export function KeptMonths({ months }: { readonly months: readonly StoredMonth[] }) {
  const project = useProject()
  const params = { path: { project_id: String(project.id) } }
  const queries = useQueryClient()
  const toast = useToast()
  const { run, isBusy, refusal } = useWork()
  const [typed, setTyped] = useState<string | null>(null)
  const queryKey = ['kept-months', project.id]
  const kept = useQuery({
    queryKey,
    queryFn: async () =>
      (await bodyOf(api.GET('/api/projects/{project_id}/retention/', { params }))).months ?? null,
  })
  if (kept.data === undefined) return null
  const text = typed ?? (kept.data === null ? '' : String(kept.data))
  const chosen = text.trim() === '' ? null : Number(text)
  const going = chosen === null ? [] : goingMonths(months, chosen, Date.now())
  const keep = async (event: FormEvent) => {
    event.preventDefault()
    const isKept = await run(async () => {
      await api.PATCH('/api/projects/{project_id}/retention/', { params, body: { months: chosen } })
      await queries.invalidateQueries({ queryKey })
    })
    if (!isKept) return
    setTyped(null)
    toast(chosen === null ? 'All events are kept' : `${exactNumber(chosen)} months of events are kept`)
  }
  if (project.user_access_level !== 'admin')
    return (
      <p className="soft">
        {kept.data === null ? 'All events are kept.' : `${kept.data} months of events are kept.`} An admin of
        the project can change this.
      </p>
    )
  return (
    <form className="form" onSubmit={(event) => void keep(event)}>
      <label>
        <span>Months to keep in addition to the current one; empty keeps all events</span>
        <input
          className="field"
          type="number"
          min={1}
          max={1200}
          value={text}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Refusal text={refusal} />
      <p className="quiet" role="status">
        {goingWords(chosen, going)}
      </p>
      <button type="submit" className="btn" disabled={isBusy || typed === null || chosen === kept.data}>
        {going.length === 0 ? 'Save' : `Delete ${exactNumber(eventsOf(going))} events and save`}
      </button>
    </form>
  )
}

const eventsOf = (months: readonly StoredMonth[]) => months.reduce((sum, { events }) => sum + events, 0)

function goingWords(chosen: number | null, going: readonly StoredMonth[]): string {
  if (chosen === null) return 'Nothing is deleted by age.'
  if (going.length === 0)
    return 'No events are older now. Events that become older are deleted within the hour.'
  const bytes = going.reduce((sum, one) => sum + one.bytes, 0)
  const words = going.length === 1 ? '1 month' : `${going.length} months`
  return `${exactNumber(eventsOf(going))} events of ${words}, about ${bytesText(bytes)}, are older. They are deleted within the hour, and do not come back.`
}
