import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Redirect, useSearch } from 'wouter'
import { setupState } from '#web/api/first-steps.ts'
import { ProjectProvider } from '#web/api/project.ts'
import { currentUser, projects } from '#web/api/session.ts'
import { Mark } from '#web/ui/mark.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { FirstEvent } from './first-event.tsx'
import { FirstUserForm } from './first-user-form.tsx'
import './welcome.css'

const STEPS = ['Your account', 'First event', 'First dashboard']

/**
 * The page `/welcome`, with the steps from a server without users to a first dashboard. `?project=` says
 * which project the snippets are for.
 */
export function Welcome() {
  const setup = useQuery(setupState)
  const user = useQuery({ ...currentUser, enabled: setup.data?.is_open === false })
  const list = useQuery({ ...projects, enabled: user.isSuccess })
  const asked = Number(new URLSearchParams(useSearch()).get('project'))
  const error = setup.error ?? list.error
  if (error !== null) return <ErrorBox error={error} onRetry={() => void setup.refetch()} />
  if (setup.data === undefined) return null
  if (setup.data.is_open)
    return (
      <Frame step={0} user="">
        <FirstUserForm />
      </Frame>
    )
  if (user.isError) return <Redirect to="/sign-in" />
  const project = list.data?.find(({ id }) => id === asked) ?? list.data?.[0]
  if (project === undefined || user.data === undefined) return null
  return (
    <ProjectProvider value={project}>
      <Frame step={1} user={user.data.email}>
        <FirstEvent key={project.id} />
      </Frame>
    </ProjectProvider>
  )
}

interface FrameProps {
  readonly step: number
  readonly user: string
  readonly children: ReactNode
}

const Frame = ({ step, user, children }: FrameProps) => (
  <div className="first">
    <header className="fm__bar">
      <span className="line">
        <Mark />
        <span className="strong">Throughline</span>
      </span>
      <span className="grow" />
      <span className="soft only-wide">{user}</span>
    </header>
    <main className="fm">
      <ol className="fm__steps" aria-label="Progress">
        {STEPS.map((label, index) => (
          <li key={label} aria-current={index === step ? 'step' : undefined}>
            {index < step ? (
              <IconCheck size={14} stroke={1.5} aria-label="done" />
            ) : (
              <span className="fm__n" aria-hidden>
                {index + 1}
              </span>
            )}
            <span>{label}</span>
          </li>
        ))}
      </ol>
      {children}
    </main>
  </div>
)
