import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { createCohort, deleteCohort } from '#web/api/cohorts.ts'
import { peopleAddress } from '#web/api/people.ts'
import { useProject } from '#web/api/project.ts'
import { addressOfQuestion } from '#web/question/use-question.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'
import { Segmented } from '#web/ui/segmented.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { FollowingCohort } from './following-cohort.ts'

interface SaveCohortProps {
  readonly peopleUrl: string
  readonly search: string
  /**
   * The definition of a cohort that has these persons, and everybody who fulfils the definition later. Null
   * if there is no such definition.
   */
  readonly following: FollowingCohort | null
  /** The initial text of the name field. */
  readonly suggested: string
  onClose(): void
}

/**
 * Form that saves the persons of a list as a cohort. The cohort is a fixed list of the persons that are in
 * the list now. If a definition can express what these persons did, the user can choose that the cohort gets
 * this definition instead.
 */
export function SaveCohort({ peopleUrl, search, following, suggested, onClose }: SaveCohortProps) {
  const project = useProject()
  const toast = useToast()
  const [name, setName] = useState(suggested)
  const [isFollowing, setFollowing] = useState(false)
  const followed = isFollowing ? following : null
  const saving = useMutation({
    mutationFn: () =>
      createCohort(
        project.id,
        followed === null
          ? { name, is_static: true, query: peopleAddress(peopleUrl, { search }) }
          : { name, filters: followed.filters },
      ),
    onSuccess: ({ id }) =>
      toast(`“${name}” is a cohort`, {
        label: 'Undo',
        onClick: () => {
          onClose()
          return deleteCohort(project.id, id)
        },
      }),
  })
  if (saving.data !== undefined) {
    const { id, added, count } = saving.data
    const ask = addressOfQuestion(project.id, {
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: null, name: 'Any event', math: 'dau' }],
      dateRange: { date_from: '-30d' },
      properties: [{ type: 'cohort', key: 'id', value: id }],
    })
    return (
      <div className="people__save" role="status">
        <p>
          {exactNumber(added?.known ?? count ?? 0)} persons are in <b>{name}</b>.
          {(added?.unknown_count ?? 0) > 0 &&
            ` ${exactNumber(added?.unknown_count ?? 0)} have no profile and are left out.`}
        </p>
        <div className="line">
          <Link href={`/project/${project.id}/cohorts/${id}`} className="btn btn--small">
            Open cohort
          </Link>
          <Link href={ask} className="btn btn--small">
            New insight with this cohort
          </Link>
        </div>
      </div>
    )
  }
  return (
    <form
      className="people__save"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate()
      }}
    >
      <label>
        <span className="quiet">Name of the cohort</span>
        <input
          className="field"
          value={name}
          required
          maxLength={TEXT_LIMITS.name}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for this field
          autoFocus
          onChange={(change) => setName(change.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.preventDefault()
            onClose()
          }}
        />
      </label>
      {following !== null && (
        <Segmented
          label="Who is in it"
          value={isFollowing ? 'following' : 'fixed'}
          options={[
            { value: 'fixed', label: 'These persons' },
            { value: 'following', label: 'Later ones too' },
          ]}
          onChange={(value) => setFollowing(value === 'following')}
        />
      )}
      <p className="quiet">
        {followed === null
          ? 'A fixed list: these persons, whatever they do later.'
          : `Always up to date: everybody ${followed.words}.`}
      </p>
      {saving.isError && (
        <p role="alert" className="people__refusal">
          {saving.error.message}
        </p>
      )}
      <div className="line">
        <Button type="submit" look="ink" isSmall disabled={saving.isPending}>
          Save
        </Button>
        <Button look="plain" isSmall onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
