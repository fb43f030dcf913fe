import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useProject } from '#web/api/project.ts'
import { age } from '#web/ui/format.ts'
import { useListAddress } from '#web/ui/use-list-address.ts'
import { actionsOf } from './action-data.ts'
import { ListPage } from './list-page.tsx'

/** The page `/actions`: the list of actions. */
export function ActionList({ mayChange }: { readonly mayChange: boolean }) {
  const project = useProject()
  const address = useListAddress('')
  const list = useQuery({ ...actionsOf(project.id, address.search), placeholderData: (before) => before })
  const base = `/project/${project.id}/actions`
  return (
    <ListPage
      {...{ base, mayChange, list, address }}
      noun="action"
      searched="names and tags"
      whenEmpty="An action gives one name to several events."
      columns={[['Name'], ['Matches', 'only-wide'], ['Changed', 'r']]}
    >
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
    </ListPage>
  )
}
