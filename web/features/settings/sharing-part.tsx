import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import type { paths } from '#web/api/schema.d.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { age } from '#web/ui/format.ts'
import { Section } from '#web/ui/settings-page.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'

type OpenLink =
  paths['/api/projects/{project_id}/sharing/']['get']['responses']['200']['content']['application/json']['results'][number]

const MOST = 1_000

/** All open links of the project. They are everything that people outside of the project can see. */
export function SharingPart() {
  const project = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const path = { project_id: String(project.id) }
  const key = ['open-links', project.id]
  const links = useQuery({
    queryKey: key,
    queryFn: () =>
      bodyOf(api.GET('/api/projects/{project_id}/sharing/', { params: { path, query: { limit: MOST } } })),
  })
  const setOpen = async (link: OpenLink, enabled: boolean) => {
    const request = { params: { path: { ...path, id: String(link.id) } }, body: { enabled } }
    try {
      if (link.type === 'insight')
        await api.PATCH('/api/projects/{project_id}/insights/{id}/sharing/', request)
      else await api.PATCH('/api/projects/{project_id}/dashboards/{id}/sharing/', request)
      if (!enabled)
        toast(`The link of ${nameOf(link)} is off`, {
          label: 'Undo',
          onClick: () => void setOpen(link, true),
        })
    } catch (error) {
      toast((error as Error).message)
    }
    await queries.invalidateQueries({ queryKey: key })
    await queries.invalidateQueries({ queryKey: ['sharing', project.id] })
  }
  const found = links.data?.results
  return (
    <Section
      title="Open links"
      text="Everyone with one of these links sees what it shows, and nothing else. A link that is turned off can be turned on again with the same address."
    >
      {links.isError && <ErrorBox error={links.error} onRetry={() => void links.refetch()} />}
      {found?.length === 0 && (
        <StateBox
          title="Nothing is shared"
          text="Share an insight or a dashboard by the button at its top."
        />
      )}
      {found !== undefined && found.length > 0 && (
        <table className="links">
          <thead>
            <tr>
              <th>Shows</th>
              <th className="only-wide">Dates</th>
              <th className="only-wide">Shared</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {found.map((link) => (
              <LinkRow
                key={link.access_token}
                link={link}
                onOff={project.user_access_level === 'viewer' ? null : () => void setOpen(link, false)}
              />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}

const nameOf = ({ name }: OpenLink): string => name || 'Untitled'

interface LinkRowProps {
  readonly link: OpenLink
  /** Turns the link off; null if the user may not turn it off. */
  readonly onOff: (() => void) | null
}

function LinkRow({ link, onOff }: LinkRowProps) {
  const { id: projectId, timezone } = useProject()
  const toast = useToast()
  const name = nameOf(link)
  const place = link.type === 'insight' ? `insights/${link.short_id}` : `dashboards/${link.id}`
  const copy = async () => {
    await copyText(`${location.origin}/shared/${link.access_token}`)
    toast('The link is copied')
  }
  return (
    <tr>
      <td>
        <Link href={`/project/${projectId}/${place}`}>{name}</Link> <span className="quiet">{link.type}</span>
      </td>
      <td className="only-wide soft">{link.may_change_dates ? 'visitors may change them' : 'as saved'}</td>
      <td className="only-wide soft">{age(link.created_at, Date.now(), timezone)}</td>
      <td className="r">
        <Button look="plain" isSmall aria-label={`Copy the link of ${name}`} onClick={() => void copy()}>
          Copy
        </Button>
        {onOff !== null && (
          <Button look="plain" isSmall aria-label={`Turn the link of ${name} off`} onClick={onOff}>
            Turn off
          </Button>
        )}
      </td>
    </tr>
  )
}
