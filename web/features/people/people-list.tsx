import { IconCircles, IconDownload, IconSearch } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { type Actor, peopleBehind, peopleFile } from '#web/api/people.ts'
import type { QueryNode } from '#web/api/query-node.ts'
import { Button } from '#web/ui/button.tsx'
import { exactNumber } from '#web/ui/format.ts'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useSettled } from '#web/ui/use-settled.ts'
import { type FollowingCohort, followingCohort } from './following-cohort.ts'
import { PersonRow } from './person-row.tsx'
import { SaveCohort } from './save-cohort.tsx'

interface PeopleListProps {
  readonly peopleUrl: string
  readonly title: string
  readonly question: QueryNode
}

const ROW_PX = 50
const TYPING_PAUSE_MS = 200

/**
 * The list of people at an address. It can be searched, loads more when it is scrolled to its end, and can
 * be saved as a cohort or as a file.
 */
export function PeopleList({ peopleUrl, title, question }: PeopleListProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(useDeferredValue(typed.trim()), TYPING_PAUSE_MS)
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useInfiniteQuery(peopleBehind(peopleUrl, search))
  const people = list.data?.pages.flatMap(({ results }) => results[0]?.people ?? []) ?? []
  const total = list.data?.pages[0]?.total_count ?? 0
  const missing = list.data?.pages.reduce((sum, page) => sum + page.missing_persons, 0) ?? 0
  return (
    <>
      <div className="panel__tools">
        <label className="field grow">
          <IconSearch className="i" aria-hidden />
          <input
            type="search"
            placeholder="Name, e-mail, id or property"
            aria-label="Search these people"
            value={typed}
            onChange={(change) => setTyped(change.target.value)}
          />
        </label>
      </div>
      {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeletons />}
      {list.isSuccess && total === 0 && (
        <StateBox
          title={search === '' ? 'Nobody is behind this number' : `Nobody matches “${search}”`}
          text={search === '' ? undefined : 'The search looks in all properties and for whole ids.'}
          actions={search === '' ? [] : [{ label: 'Clear the search', onClick: () => setTyped('') }]}
        />
      )}
      {people.length > 0 && (
        <Rows
          people={people}
          question={question}
          openId={openId}
          onOpen={(id) => setOpenId(id === openId ? null : id)}
          onEnd={() => {
            if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage()
          }}
        />
      )}
      {list.isSuccess && (
        <Foot
          peopleUrl={peopleUrl}
          search={search}
          title={title}
          // No definition of a cohort can express a search.
          following={search === '' ? followingCohort(question, peopleUrl) : null}
          isOfPersons={people[0]?.type === 'person'}
          shown={people.length}
          total={total}
          missing={missing}
        />
      )}
    </>
  )
}

const range = (loaded: number, total: number) =>
  loaded < total ? `1 to ${exactNumber(loaded)} of ${exactNumber(total)}` : `1 to ${exactNumber(total)}`

interface FootProps {
  readonly peopleUrl: string
  readonly search: string
  readonly title: string
  readonly following: FollowingCohort | null
  /** Whether the actors in the list are persons. Only persons can be saved as a cohort. */
  readonly isOfPersons: boolean
  readonly shown: number
  readonly total: number
  readonly missing: number
}

function Foot({ peopleUrl, search, title, following, isOfPersons, shown, total, missing }: FootProps) {
  const [isSaving, setSaving] = useState(false)
  const close = useCallback(() => setSaving(false), [])
  return (
    <div className="panel__foot people__foot">
      {isSaving && <SaveCohort {...{ peopleUrl, search, following }} suggested={title} onClose={close} />}
      <div className="line people__acts">
        {isOfPersons && !isSaving && (
          <Button icon={<IconCircles className="i" aria-hidden />} onClick={() => setSaving(true)}>
            Save as cohort
          </Button>
        )}
        {total > 0 && (
          <a className="btn" href={peopleFile(peopleUrl, search)} download>
            <IconDownload className="i" aria-hidden />
            CSV
          </a>
        )}
        <span className="grow" />
        <span className="quiet num" role="status">
          {total > 0 && range(shown + missing, total)}
          {missing > 0 && `, ${exactNumber(missing)} deleted`}
        </span>
      </div>
    </div>
  )
}

interface RowsProps {
  readonly people: readonly Actor[]
  readonly question: QueryNode
  readonly openId: string | null
  onOpen(id: string): void
  /** Called when the last loaded rows come into sight. */
  onEnd(): void
}

function Rows({ people, question, openId, onOpen, onEnd }: RowsProps) {
  const place = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => people[index]?.id ?? index,
    overscan: 8,
  })
  const items = rows.getVirtualItems()
  const isAtEnd = (items.at(-1)?.index ?? 0) >= people.length - 1
  useEffect(() => {
    if (isAtEnd) onEnd()
  }, [isAtEnd, onEnd])
  return (
    <div ref={place} className="people__scroll">
      <ul className="people__list" aria-label="People" style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, key, start }) => {
          const actor = people[index]
          if (actor === undefined) return null
          return (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              className={actor.id === openId ? 'who who--open' : 'who'}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PersonRow
                actor={actor}
                question={question}
                isOpen={actor.id === openId}
                onToggle={() => onOpen(actor.id)}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

const Skeletons = () => (
  <div className="people__scroll" aria-busy>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="skeleton people__waiting" />
    ))}
  </div>
)
