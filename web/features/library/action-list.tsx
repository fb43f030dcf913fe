import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { age } from '#web/ui/format.ts'
import { PageBar } from '#web/ui/page-bar.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useListAddress } from '#web/ui/use-list-address.ts'
import { actionsOf } from './action-data.ts'

/** The page `/actions`: the list of actions. */
export function ActionList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const { typed, setTyped, search } = useListAddress('')
  const list = useQuery({ ...actionsOf(project.id, search), placeholderData: (before) => before })
  const base = `/project/${project.id}/actions`
  return (
    <>
      <PageBar
        title="Actions"
        actions={
          mayChange && (
            <Link href={`${base}/new`} className="btn btn--ink">
              New action
            </Link>
          )
        }
      />
      <div className="page">
        <div className="line">
          <SearchField label="Search in names and tags" value={typed} onChange={setTyped} />
        </div>
        {list.isError && <ErrorBox error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 &&
          (search === '' ? (
            <StateBox title="No actions yet" text="An action gives one name to several events." />
          ) : (
            <StateBox
              title={`No action matches “${search}”`}
              actions={[{ label: 'Clear the search', onClick: () => setTyped('') }]}
            />
          ))}
        {(list.data?.length ?? 0) > 0 && (
          <table>
            <thead>
              <tr>
                <th>Name</th>
                <th className="only-wide">Matches</th>
                <th className="r">Changed</th>
              </tr>
            </thead>
            <tbody>
              {list.data?.map((action) => (
                <tr key={action.id}>
                  <td className="cut">
                    <Link href={`${base}/${action.id}`} className="strong">
                      {action.name}
                    </Link>
                  </td>
                  <td className="soft cut only-wide">
                    {action.steps.map(({ event }) => event || 'any event').join(', or ')}
                  </td>
                  <td className="r soft">{age(action.last_calculated_at, Date.now(), project.timezone)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </>
  )
}
