import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { age, exactNumber } from '#web/ui/format.ts'
import { useListAddress } from '#web/ui/use-list-address.ts'
import { cohortsOf } from './cohort-data.ts'
import { ListPage } from './list-page.tsx'

/** The page `/cohorts`: the list of cohorts. */
export function CohortList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const address = useListAddress('')
  const list = useQuery({ ...cohortsOf(project.id, address.search), placeholderData: (before) => before })
  const base = `/project/${project.id}/cohorts`
  return (
    <ListPage
      {...{ base, mayChange, list, address }}
      noun="cohort"
      searched="names and descriptions"
      whenEmpty="Click any number and save who is behind it, or define one here."
      columns={[['Name'], ['Kind', 'only-wide'], ['Persons', 'r'], ['Last counted', 'r only-wide']]}
    >
      {list.data?.map((cohort) => (
        <tr key={cohort.id}>
          <td className="cut">
            <Link href={`${base}/${cohort.id}`} className="strong">
              {cohort.name || 'Untitled'}
            </Link>{' '}
            <span className="quiet">{cohort.description}</span>
          </td>
          <td className="soft only-wide">{cohort.is_static ? 'fixed list' : 'live'}</td>
          <td className="r">{cohort.count === null ? 'not counted yet' : exactNumber(cohort.count)}</td>
          <td className="r soft only-wide">
            {cohort.last_calculation !== null && age(cohort.last_calculation, Date.now(), project.timezone)}
          </td>
        </tr>
      ))}
    </ListPage>
  )
}
