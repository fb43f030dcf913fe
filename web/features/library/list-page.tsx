import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { capital } from '#web/ui/capital.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import type { useListAddress } from '#web/ui/use-list-address.ts'
import '#web/ui/list.css'

interface ListPageProps {
  /** The noun for one of the listed objects: `action`. */
  readonly noun: string
  /** The address of the list. The form of a new item is at `new` under it. */
  readonly base: string
  readonly mayChange: boolean
  readonly list: UseQueryResult<readonly unknown[]>
  readonly address: ReturnType<typeof useListAddress>
  /** The fields that a search looks in: `names and tags`. */
  readonly searched: string
  /** The text that is shown if the project has no such objects. */
  readonly whenEmpty: string
  /** The names of the columns, each with its class if it has one. */
  readonly columns: readonly (readonly [name: string, className?: string])[]
  /** The rows of the table. */
  readonly children: ReactNode
}

/** A page that lists objects with names. The search text is in the address. */
export function ListPage({ noun, base, mayChange, list, address, ...rest }: ListPageProps) {
  const { typed, setTyped, search } = address
  return (
    <>
      <PageBar
        title={`${capital(noun)}s`}
        actions={
          mayChange && (
            <Link href={`${base}/new`} className="btn btn--ink">
              New {noun}
            </Link>
          )
        }
      />
      <div className="page">
        <div className="list__tools">
          <SearchField label={`Search in ${rest.searched}`} value={typed} onChange={setTyped} />
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 &&
          (search === '' ? (
            <StateBox title={`No ${noun}s yet`} text={rest.whenEmpty} />
          ) : (
            <StateBox
              title={`No ${noun} matches “${search}”`}
              actions={[{ label: 'Clear the search', onClick: () => setTyped('') }]}
            />
          ))}
        {(list.data?.length ?? 0) > 0 && (
          <table>
            <thead>
              <tr>
                {rest.columns.map(([name, className]) => (
                  <th key={name} className={className}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rest.children}</tbody>
          </table>
        )}
      </div>
    </>
  )
}
