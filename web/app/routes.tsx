import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { isNotFound } from '#web/api/client.ts'
import { hasEvents, setupState } from '#web/api/first-steps.ts'
import { keepLastDashboard, lastDashboard } from '#web/api/last-dashboard.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { visitedDashboard } from '#web/features/dashboard/use-board.ts'
import { chunk } from '#web/ui/chunk.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { InAccount } from './in-account.tsx'
import { InProject } from './in-project.tsx'

const Welcome = chunk(async () => (await import('#web/features/ingest/welcome.tsx')).Welcome)
const SignIn = chunk(async () => (await import('#web/features/session/sign-in.tsx')).SignIn)

/** Shows the page of the address. Each feature is loaded as its own chunk. */
export const Routes = () => (
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
      <StateBox title="This page does not exist" text="Check the link, or start from the first page." />
    </Route>
  </Switch>
)

/**
 * The page of `/`. It opens the last dashboard of this browser, or else the first project. For a visitor
 * who is not signed in it opens the sign-in page, or the first steps if the server has no user yet.
 */
function Start() {
  const user = useQuery(currentUser)
  const list = useQuery({ ...projects, enabled: user.isSuccess })
  const setup = useQuery({ ...setupState, enabled: user.isError })
  const last = useLastBoard(list.data)
  if (user.isError)
    return setup.isPending ? null : <Redirect to={setup.data?.is_open ? '/welcome' : '/sign-in'} replace />
  if (list.isError) return <ErrorBox error={list.error} />
  if (!list.isSuccess || last === 'asked') return null
  if (last !== null) return <Redirect to={last} replace />
  const first = list.data[0]
  return first === undefined ? (
    <StateBox title="You have no access to any project" text="Ask an admin of a project to add you." />
  ) : (
    <StartOfProject id={first.id} />
  )
}

/** Opens the insights of a project, or the first steps if the project has no events yet. */
function StartOfProject({ id }: { readonly id: number }) {
  const events = useQuery(hasEvents(id))
  if (events.isPending) return null
  return <Redirect to={events.data === false ? '/welcome' : `/project/${id}/insights`} replace />
}

/**
 * Returns the address of the last dashboard; `asked` until it is known whether the dashboard still exists.
 * Null if there is none, if it is gone, or if the user has no access to its project.
 */
function useLastBoard(open: readonly { readonly id: number }[] | undefined): string | 'asked' | null {
  const [last] = useState(lastDashboard)
  const isOpen = last !== null && open?.some(({ id }) => id === last.projectId) === true
  const board = useQuery({ ...visitedDashboard(last ?? { projectId: 0, id: 0 }), enabled: isOpen })
  const isGone = isNotFound(board.error)
  useEffect(() => {
    if (last !== null && isGone) keepLastDashboard(last, true)
  }, [last, isGone])
  if (!isOpen || isGone) return null
  return board.isPending ? 'asked' : `/project/${last.projectId}/dashboards/${last.id}`
}
