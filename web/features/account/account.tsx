import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { useLocation } from 'wouter'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { currentUser, signOut } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { day, timeOfDay } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { Section, SettingsPage } from '#web/ui/settings-page.tsx'
import { StateBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useWork } from '#web/ui/use-work.ts'

const OWN = { path: { uuid: '@me' } }
const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone

const PARTS: readonly { readonly name: string; readonly label: string; readonly show: () => ReactNode }[] = [
  { name: 'profile', label: 'Profile', show: () => <Profile /> },
  { name: 'password', label: 'Password', show: () => <Password /> },
  { name: 'sessions', label: 'Sessions', show: () => <Sessions /> },
]

/** The page `/account/:part`, on which users see and change their own name, password and sessions. */
export function Account({ part }: { readonly part: string }) {
  return (
    <SettingsPage
      title="Account"
      parts={PARTS.map(({ name, label }) => ({ label, to: `/account/${name}` }))}
      current={`/account/${part}`}
    >
      {PARTS.find(({ name }) => name === part)?.show() ?? (
        <StateBox title="This account page does not exist" />
      )}
    </SettingsPage>
  )
}

function Profile() {
  const queries = useQueryClient()
  const { data: user } = useQuery(currentUser)
  const { run, isBusy, refusal } = useWork()
  const toast = useToast()
  if (user === undefined) return null
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const isKept = await run(async () => {
      const body = { first_name: String(form.get('first')), last_name: String(form.get('last')) }
      await api.PATCH('/api/users/{uuid}/', { params: OWN, body })
      await queries.invalidateQueries({ queryKey: currentUser.queryKey })
    })
    if (isKept) toast('The name is changed')
  }
  return (
    <Section title="Profile" text={user.email}>
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label>
          <span>First name</span>
          <input className="field" name="first" defaultValue={user.first_name} autoComplete="given-name" />
        </label>
        <label>
          <span>Last name</span>
          <input className="field" name="last" defaultValue={user.last_name} autoComplete="family-name" />
        </label>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink" disabled={isBusy}>
          Save
        </button>
      </form>
    </Section>
  )
}

function Password() {
  const { run, isBusy, refusal } = useWork()
  const [, navigate] = useLocation()
  const toast = useToast()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const isChanged = await run(() =>
      api.PATCH('/api/users/{uuid}/', {
        params: OWN,
        body: { password: String(form.get('new')), current_password: String(form.get('current')) },
      }),
    )
    if (!isChanged) return
    toast('The password is changed. Sign in with it.')
    navigate('/sign-in')
  }
  return (
    <Section title="Password" text="A new password signs you out everywhere, also here. API keys stay valid.">
      <form className="form" onSubmit={(event) => void submit(event)}>
        <label>
          <span>Current password</span>
          <input className="field" name="current" type="password" autoComplete="current-password" required />
        </label>
        <label>
          <span>New password, of 8 characters or more</span>
          <input
            className="field"
            name="new"
            type="password"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_CHARACTERS}
            required
          />
        </label>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink" disabled={isBusy}>
          Change the password
        </button>
      </form>
    </Section>
  )
}

function Sessions() {
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { run, refusal } = useWork()
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: () => bodyOf(api.GET('/api/users/{uuid}/sessions/', { params: OWN })),
  })
  const end = (id: string) =>
    run(async () => {
      await api.DELETE('/api/users/{uuid}/sessions/{id}/', { params: { path: { uuid: '@me', id } } })
      await queries.invalidateQueries({ queryKey: ['sessions'] })
    })
  const leave = () =>
    run(async () => {
      await signOut()
      queries.clear()
      navigate('/sign-in')
    })
  const at = (iso: string) => `${day(iso, Date.now(), ZONE)}, ${timeOfDay(iso, ZONE)}`
  return (
    <Section
      title="Sessions"
      text="Each browser in which you are signed in. A session ends by itself after 30 days."
    >
      <Refusal text={refusal} />
      <table>
        <thead>
          <tr>
            <th>Signed in</th>
            <th>Ends</th>
            <th />
          </tr>
        </thead>
        <tbody>
          {list.data?.map(({ id, created_at, expires_at, is_current }) => (
            <tr key={id}>
              <td>
                {at(created_at)} {is_current && <span className="tag">this one</span>}
              </td>
              <td className="soft">{at(expires_at)}</td>
              <td className="r">
                {is_current ? (
                  <Button isSmall onClick={() => void leave()}>
                    Sign out
                  </Button>
                ) : (
                  <Button isSmall look="plain" onClick={() => void end(id)}>
                    End
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
