import { useQuery } from '@tanstack/react-query'
import { Redirect, Route, Switch } from 'wouter'
import { ApiError } from '#web/api/client.ts'
import { type Project, ProjectProvider } from '#web/api/project.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { ShareButton, ShareInsight } from '#web/features/sharing/share-button.tsx'
import { chunk } from '#web/ui/chunk.tsx'
import { ErrorBox, StateBox } from '#web/ui/state-box.tsx'
import { Annotating } from './annotating.tsx'
import { Shell } from './shell.tsx'

export const Board = chunk(async () => (await import('#web/features/dashboard/board.tsx')).Board)
const DashboardList = chunk(
  async () => (await import('#web/features/dashboard/dashboard-list.tsx')).DashboardList,
)
const Editor = chunk(async () => (await import('#web/features/insight/editor.tsx')).Editor)
const InsightList = chunk(async () => (await import('#web/features/library/insight-list.tsx')).InsightList)
const Settings = chunk(async () => (await import('#web/features/settings/settings.tsx')).Settings)

const PersonList = chunk(async () => (await import('#web/features/people/list-persons.tsx')).PersonList)
const PersonProfile = chunk(
  async () => (await import('#web/features/people/profile-person.tsx')).PersonProfile,
)
const GroupList = chunk(async () => (await import('#web/features/people/group-list.tsx')).GroupList)
const GroupProfile = chunk(async () => (await import('#web/features/people/group-profile.tsx')).GroupProfile)

const LiveEvents = chunk(async () => (await import('#web/features/events/live-events.tsx')).LiveEvents)
const ArrivingNow = chunk(async () => (await import('#web/features/events/arriving-now.tsx')).ArrivingNow)
const IngestionPage = chunk(
  async () => (await import('#web/features/ingest/ingestion-page.tsx')).IngestionPage,
)
const MakeDashboard = chunk(
  async () => (await import('#web/features/ingest/make-dashboard.tsx')).MakeDashboard,
)

const CohortList = chunk(async () => (await import('#web/features/library/cohort-list.tsx')).CohortList)
const CohortEditor = chunk(async () => (await import('#web/features/library/cohort-editor.tsx')).CohortEditor)
const ActionList = chunk(async () => (await import('#web/features/library/action-list.tsx')).ActionList)
const ActionEditor = chunk(async () => (await import('#web/features/library/action-editor.tsx')).ActionEditor)
const AnnotationList = chunk(
  async () => (await import('#web/features/library/annotation-list.tsx')).AnnotationList,
)

/** Whether the user may change objects of the project. Viewers may not; members and admins may. */
const mayChange = ({ user_access_level }: Project): boolean => user_access_level !== 'viewer'

const PeoplePanel = chunk(
  async () => (await import('#web/features/people/people-panel.tsx')).PeoplePanel,
  <aside className="panel sheet" aria-busy />,
)

/** All pages below `/project/:id`, in the frame. Only for signed-in members of the project. */
export function InProject({ projectId }: { readonly projectId: number }) {
  const user = useQuery(currentUser)
  const list = useQuery({ ...projects, enabled: user.isSuccess })
  if (user.error instanceof ApiError && user.error.status === 401)
    return <Redirect to={`/sign-in?to=${encodeURIComponent(location.pathname + location.hash)}`} />
  const error = user.error ?? list.error
  if (error !== null) return <ErrorBox error={error} onRetry={() => void list.refetch()} />
  if (list.data === undefined || user.data === undefined) return null
  const project = list.data.find(({ id }) => id === projectId)
  if (project === undefined)
    return <StateBox title="You have no access to this project" text="Ask one of its admins to add you." />
  return (
    <ProjectProvider value={project}>
      <Shell user={user.data} projects={list.data}>
        <Switch>
          <Route path="/project/:id/dashboards">
            <DashboardList mayChange={mayChange(project)} offer={<MakeDashboard />} />
          </Route>
          <Route path="/project/:id/dashboards/:dashboardId">
            {({ dashboardId }) => (
              <Board
                key={dashboardId}
                id={Number(dashboardId)}
                mayChange={mayChange(project)}
                People={PeoplePanel}
                share={(id) => <ShareButton shared={{ noun: 'dashboard', id }} />}
              />
            )}
          </Route>
          <Route path="/project/:id/settings/annotations">
            <AnnotationList mayChange={mayChange(project)} />
          </Route>
          <Route path="/project/:id/settings/:part">{({ part }) => <Settings part={part} />}</Route>
          <Route path="/project/:id/insights">
            <InsightList mayChange={mayChange(project)} />
          </Route>
          <Route path="/project/:id/insights/:shortId">
            {({ shortId }) => (
              <Annotating mayChange={mayChange(project)}>
                <Editor
                  key={shortId}
                  shortId={shortId === 'new' ? null : shortId}
                  People={PeoplePanel}
                  Share={ShareInsight}
                />
              </Annotating>
            )}
          </Route>
          <Route path="/project/:id/persons">
            <PersonList />
          </Route>
          <Route path="/project/:id/persons/:uuid">
            {({ uuid }) => <PersonProfile key={uuid} uuid={uuid} mayDelete={mayChange(project)} />}
          </Route>
          <Route path="/project/:id/groups/:index">
            {({ index }) => <GroupList key={index} index={Number(index)} />}
          </Route>
          <Route path="/project/:id/groups/:index/:key">
            {({ index, key }) => (
              <GroupProfile
                key={`${index} ${key}`}
                index={Number(index)}
                groupKey={decodeURIComponent(key)}
              />
            )}
          </Route>
          <Route path="/project/:id/events">
            <LiveEvents />
          </Route>
          <Route path="/project/:id/ingestion">
            <IngestionPage live={<ArrivingNow />} />
          </Route>
          <Route path="/project/:id/cohorts">
            <CohortList mayChange={mayChange(project)} />
          </Route>
          <Route path="/project/:id/cohorts/:itemId">
            {({ itemId }) => (
              <CohortEditor
                key={itemId}
                id={itemId === 'new' ? null : Number(itemId)}
                mayChange={mayChange(project)}
              />
            )}
          </Route>
          <Route path="/project/:id/actions">
            <ActionList mayChange={mayChange(project)} />
          </Route>
          <Route path="/project/:id/actions/:itemId">
            {({ itemId }) => (
              <ActionEditor
                key={itemId}
                id={itemId === 'new' ? null : Number(itemId)}
                mayChange={mayChange(project)}
              />
            )}
          </Route>
          <Route>
            <StateBox
              title="This page does not exist"
              text="Check the link, or choose another page from the menu."
            />
          </Route>
        </Switch>
      </Shell>
    </ProjectProvider>
  )
}
