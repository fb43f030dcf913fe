import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ROLES, type Role } from '#contract/roles.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { day } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { Section } from '#web/ui/settings-page.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useWork } from '#web/ui/use-work.ts'

const MOST = 100

/** The members of the project with their roles, and the open invitations. */
export function MembersPart() {
  const project = useProject()
  const path = { project_id: String(project.id) }
  const isAdmin = project.user_access_level === 'admin'
  const queries = useQueryClient()
  const toast = useToast()
  const members = useQuery({
    queryKey: ['members', project.id],
    queryFn: () =>
      bodyOf(api.GET('/api/projects/{project_id}/members/', { params: { path, query: { limit: MOST } } })),
  })
  const change = async (work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toast((error as Error).message)
    }
    await queries.invalidateQueries({ queryKey: ['members', project.id] })
    await queries.invalidateQueries({ queryKey: ['projects'] })
  }
  const setRole = (userId: number, role: Role) =>
    change(() =>
      api.PATCH('/api/projects/{project_id}/members/{user_id}/', {
        params: { path: { ...path, user_id: String(userId) } },
        body: { role },
      }),
    )
  const remove = (userId: number) =>
    change(() =>
      api.DELETE('/api/projects/{project_id}/members/{user_id}/', {
        params: { path: { ...path, user_id: String(userId) } },
      }),
    )
  return (
    <>
      <Section
        title="Members"
        text="A viewer reads; a member also changes insights, dashboards and the like; an admin also changes the project and its members."
      >
        {members.isError && <ErrorBox error={members.error} onRetry={() => void members.refetch()} />}
        <table>
          <thead>
            <tr>
              <th>Name</th>
              <th>E-mail</th>
              <th>Role</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {members.data?.results.map(({ user, role }) => (
              <tr key={user.id}>
                <td>{[user.first_name, user.last_name].join(' ').trim()}</td>
                <td className="soft">{user.email}</td>
                <td>
                  <select
                    className="field"
                    aria-label={`Role of ${user.email}`}
                    value={role}
                    disabled={!isAdmin}
                    onChange={(event) => void setRole(user.id, event.target.value as Role)}
                  >
                    {ROLES.map((one) => (
                      <option key={one}>{one}</option>
                    ))}
                  </select>
                </td>
                <td className="r">
                  {isAdmin && (
                    <Button look="plain" isSmall onClick={() => void remove(user.id)}>
                      Remove
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      {isAdmin && <Invitations />}
    </>
  )
}

function Invitations() {
  const project = useProject()
  const path = { project_id: String(project.id) }
  const queries = useQueryClient()
  const [link, setLink] = useState<string | null>(null)
  const { run, isBusy, refusal } = useWork()
  const key = ['invitations', project.id]
  const open = useQuery({
    queryKey: key,
    queryFn: () =>
      bodyOf(
        api.GET('/api/projects/{project_id}/invitations/', { params: { path, query: { limit: MOST } } }),
      ),
  })
  const invite = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    await run(async () => {
      const made = await bodyOf(
        api.POST('/api/projects/{project_id}/invitations/', {
          params: { path },
          body: { email: String(form.get('email')), role: String(form.get('role')) as Role },
        }),
      )
      setLink(made.link)
      await queries.invalidateQueries({ queryKey: key })
    })
  }
  const revoke = (id: number) =>
    run(async () => {
      await api.DELETE('/api/projects/{project_id}/invitations/{id}/', {
        params: { path: { ...path, id: String(id) } },
      })
      await queries.invalidateQueries({ queryKey: key })
    })
  return (
    <Section
      title="Invite"
      text="The server sends no mail: give the link to the person. It works once, for seven days."
    >
      <form className="form" onSubmit={(event) => void invite(event)}>
        <label>
          <span>E-mail</span>
          <input className="field" name="email" type="email" required />
        </label>
        <label>
          <span>Role</span>
          <select className="field" name="role" defaultValue="member">
            {ROLES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink" disabled={isBusy}>
          Create link
        </button>
      </form>
      {link !== null && <CopyBox text={link} label="the link" />}
      {(open.data?.results.length ?? 0) > 0 && (
        <table>
          <thead>
            <tr>
              <th>Invited</th>
              <th>Role</th>
              <th>Until</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {open.data?.results.map(({ id, email, role, expires_at }) => (
              <tr key={id}>
                <td>{email}</td>
                <td>{role}</td>
                <td>{day(expires_at, Date.now(), project.timezone)}</td>
                <td className="r">
                  <Button look="plain" isSmall onClick={() => void revoke(id)}>
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
