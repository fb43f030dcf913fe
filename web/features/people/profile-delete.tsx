import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'
import { useToast } from '#web/ui/toast.tsx'

interface DeletePersonProps {
  readonly uuid: string
  readonly name: string
  /** The number of events that the person has now; null until they are counted. */
  readonly eventCount: number | null
}

const events = (count: number) => `${exactNumber(count)} ${count === 1 ? 'event' : 'events'}`

/**
 * Button that deletes a person. The deletion cannot be undone, so the dialog asks for the name of the
 * person.
 */
export function DeletePerson({ uuid, name, eventCount }: DeletePersonProps) {
  const project = useProject()
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  const toast = useToast()
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [withEvents, setWithEvents] = useState(true)
  const deletion = useMutation({
    mutationFn: () =>
      bodyOf(
        api.DELETE('/api/projects/{project_id}/persons/{id}/', {
          params: {
            path: { project_id: String(project.id), id: uuid },
            query: { delete_events: withEvents ? 'true' : 'false' },
          },
        }),
      ),
    onSuccess: ({ deleted_events: deleted, events_left: left }) => {
      queries.clear()
      navigate(`/project/${project.id}/persons`)
      toast(
        withEvents
          ? `1 person and ${events(deleted)} were deleted${left === 0 ? '' : `; ${events(left)} are left`}`
          : `1 person was deleted; ${events(left)} stay, without a person`,
      )
    },
  })
  const what = withEvents && eventCount !== null ? `1 person, ${events(eventCount)}` : '1 person'
  return (
    <>
      <Button isSmall className="bad" onClick={() => setAsking(true)}>
        Delete person
      </Button>
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form
          className="confirm"
          onSubmit={(submitted) => {
            submitted.preventDefault()
            deletion.mutate()
          }}
        >
          <p>
            This deletes the properties and all ids of this person, and cannot be undone. A later event with
            one of these ids creates a new person.
          </p>
          <label>
            <input type="checkbox" checked={withEvents} onChange={() => setWithEvents(!withEvents)} />
            Delete its events as well
          </label>
          <label>
            <span className="sr">Type the name to delete</span>
            <input
              className="field"
              placeholder={`Type ${name}`}
              value={typed}
              onChange={(change) => setTyped(change.target.value)}
            />
          </label>
          {deletion.isError && (
            <p role="alert" className="bad">
              {deletion.error.message}
            </p>
          )}
          <div className="confirm__acts">
            <Button onClick={() => setAsking(false)}>Keep</Button>
            <Button type="submit" className="bad" disabled={typed !== name || deletion.isPending}>
              Delete {what}
            </Button>
          </div>
        </form>
      </Modal>
    </>
  )
}
