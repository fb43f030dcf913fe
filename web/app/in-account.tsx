import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { ProjectProvider } from '#web/api/project.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { chunk } from '#web/ui/chunk.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { Shell } from './shell.tsx'

const Account = chunk(async () => (await import('#web/features/account/account.tsx')).Account)

/**
 * The page `/account/:part`. It is in the frame of the user's first project, or without a frame if the user
 * has no project.
 */
export function InAccount({ part }: { readonly part: string }) {
  const user = useQuery(currentUser)
  const list = useQuery({ ...projects, enabled: user.isSuccess })
  if (user.isError) return <Redirect to="/sign-in" />
  if (list.isError) return <ErrorBox error={list.error} onRetry={() => void list.refetch()} />
  if (user.data === undefined || list.data === undefined) return null
  const page = <Account part={part} />
  const [first] = list.data
  if (first === undefined) return <main className="main">{page}</main>
  return (
    <ProjectProvider value={first}>
      <Shell user={user.data} projects={list.data}>
        {page}
      </Shell>
    </ProjectProvider>
  )
}
