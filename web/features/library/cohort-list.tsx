import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useListAddress } from '#web/ui/use-list-address.ts'
import { cohortsOf } from './cohort-data.ts'

/** The page `/cohorts`: the list of cohorts. */
export function CohortList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const { typed, setTyped, search } = useListAddress('')
  const list = useQuery({ ...cohortsOf(project.id, search), placeholderData: (before) => before })
  const base = `/project/${project.id}/cohorts`
  return (
    <>
      <PageBar
        title="Cohorts"
        actions={
          mayChange && (
            <Link href={`${base}/new`} className="btn btn--ink">
              New cohort
            </Link>
          )
        }
      />
      <div className="page">
        <div className="line">
          <SearchField label="Search in names and descriptions" value={typed} onChange={setTyped} />
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 &&
          (search === '' ? (
            <StateBox
              title="No cohorts yet"
              text="Click any number and save who is behind it, or define one here."
            />
          ) : (
            <StateBox
              title={`No cohort matches “${search}”`}
              actions={[{ label: 'Clear the search', onClick: () => setTyped('') }]}
            />
          ))}
        {(list.data?.length ?? 0) > 0 && (
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th className="only-wide">Kind</th>
                <th className="r">Persons</th>
                <th className="r only-wide">Last counted</th>
              </tr>
            </thead>
            <tbody>
              {list.data?.map((cohort) => (
                <tr key={cohort.id}>
                  <td className="cut">
                    <Link href={`${base}/${cohort.id}`} className="strong">
                      {cohort.name || 'Untitled'}
                    </Link>{' '}
                    <span className="quiet">{cohort.description}</span>
                  </td>
                  <td className="soft only-wide">{cohort.is_static ? 'fixed list' : 'live'}</td>
                  <td className="r">
                    {cohort.count === null ? 'not counted yet' : exactNumber(cohort.count)}
                  </td>
                  <td className="r soft only-wide">
                    {cohort.last_calculation !== null &&
                      age(cohort.last_calculation, Date.now(), project.timezone)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
