import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { hasEvents, setupState } from '#web/api/first-steps.ts'
import { lastDashboard } from '#web/api/last-dashboard.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { InAccount } from './in-account.tsx'
import { InProject } from './in-project.tsx'

const Welcome = lazy(async () => ({ default: (await import('#web/features/ingest/welcome.tsx')).Welcome }))
const SignIn = lazy(async () => ({ default: (await import('#web/features/session/sign-in.tsx')).SignIn }))

/** The page of the address. Each feature is a chunk of its own. */
export const Routes = () => (
  <Suspense fallback={null}>
    <Switch>
      <Route path="/welcome">
        <Welcome />
      </Route>
      <Route path="/sign-in">
        <SignIn />
      </Route>
      <Route path="/account/:part">{({ part }) => <InAccount part={part} />}</Route>
      <Route path="/project/:projectId/*?">
        {({ projectId }) => <InProject projectId={Number(projectId)} />}
      </Route>
      <Route path="/">
        <Start />
      </Route>
      <Route>
        <StateBox title="Nothing is at this address" text="Check the link, or start from the first page." />
      </Route>
    </Switch>
  </Suspense>
)

/** `/`: the last dashboard of this browser; without one the insights of the first project; the first steps while it has no event, or nobody can sign in; or the sign-in page. */
function Start() {
  const user = useQuery(currentUser)
  const list = useQuery({ ...projects, enabled: user.isSuccess })
  const setup = useQuery({ ...setupState, enabled: user.isError })
  const last = useLastPlace(list.data)
  const firstId = last === null ? list.data?.[0]?.id : undefined
  const events = useQuery({ ...hasEvents(firstId ?? 0), enabled: firstId !== undefined })
  if (user.isError)
    return setup.isPending ? null : <Redirect to={setup.data?.is_open ? '/welcome' : '/sign-in'} replace />
  if (list.isError) return <ErrorBox error={list.error} />
  if (last !== null) return <Redirect to={last} replace />
  const first = list.data?.[0]
  if (list.isSuccess && first === undefined)
    return <StateBox title="No project is open to you" text="Ask an admin of a project to add you." />
  if (events.data === false) return <Redirect to="/welcome" replace />
  return first === undefined || events.isPending ? null : (
    <Redirect to={`/project/${first.id}/insights`} replace />
  )
}

/** The address of the last dashboard, where its project is open to the user; null otherwise. */
function useLastPlace(open: readonly { readonly id: number }[] | undefined): string | null {
  const [last] = useState(lastDashboard)
  const isOpen = last !== null && open?.some(({ id }) => id === last.projectId) === true
  return isOpen ? `/project/${last.projectId}/dashboards/${last.id}` : null
}
