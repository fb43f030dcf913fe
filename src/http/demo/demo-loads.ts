import type { DemoLoadBody } from '#contract/demo.ts'
import { RequestError } from '#shared/request-error.ts'

export interface DemoRun {
  readonly userId: number
  readonly eventCount: number
  readonly signal: AbortSignal
  onProject(projectId: number): void
  onDashboard(dashboardId: number): void
  onProgress(sentEvents: number, allEvents: number): void
}

/**
 * Loads the demo into new projects. The state of each load is kept in memory. The whole server runs only
 * one load at a time, so that other work is not slowed down too much.
 */
export interface DemoLoads {
  /**
   * Starts a load on behalf of a project. If a load of this project is running already, returns that load.
   * @throws RequestError `unavailable` while a load of another project runs.
   */
  start(projectId: number, run: Pick<DemoRun, 'userId' | 'eventCount'>): DemoLoadBody
  /** Returns the state of the last load on behalf of the project. */
  of(projectId: number): DemoLoadBody
  /**
   * Stops the load of the project, if one runs. Resolves when the load has ended. Events that it has stored
   * remain.
   */
  cancel(projectId: number): Promise<DemoLoadBody>
  close(): Promise<void>
}

interface Load {
  body: DemoLoadBody
  readonly stop: AbortController
  ended: Promise<void>
}

const NONE: DemoLoadBody = {
  status: 'none',
  project_id: null,
  dashboard_id: null,
  sent_events: 0,
  all_events: 0,
  error: null,
}
const RETRY_SECONDS = 10

/**
 * Creates the loads. `run` creates a new project and fills it with the demo. If `run` fails, the message of
 * its error is shown to the user.
 */
export function createDemoLoads(run: (run: DemoRun) => Promise<void>): DemoLoads {
  // The key is the id of the project on whose behalf the demo is loaded, not of the demo project.
  const loads = new Map<number, Load>()
  const running = () => [...loads].find(([, { body }]) => body.status === 'running')
  const stopAndWait = async (load: Load | undefined) => {
    load?.stop.abort()
    await load?.ended
  }
  return {
    start(projectId, asked) {
      const [runsFor, runningLoad] = running() ?? []
      if (runningLoad !== undefined && runsFor === projectId) return runningLoad.body
      if (runningLoad !== undefined) throw isBusy()
      const load = begin(run, asked)
      loads.set(projectId, load)
      return load.body
    },
    of: (projectId) => loads.get(projectId)?.body ?? NONE,
    async cancel(projectId) {
      const load = loads.get(projectId)
      await stopAndWait(load)
      return load?.body ?? NONE
    },
    close: () => stopAndWait(running()?.[1]),
  }
}

const isBusy = () =>
  new RequestError(
    'unavailable',
    'demo_running',
    'The demo is being loaded for another project. Only one is loaded at a time: try again when it is done.',
    null,
    RETRY_SECONDS,
  )

function begin(run: (run: DemoRun) => Promise<void>, asked: Pick<DemoRun, 'userId' | 'eventCount'>): Load {
  const stop = new AbortController()
  const load: Load = { body: { ...NONE, status: 'running' }, stop, ended: Promise.resolve() }
  const change = (fields: Partial<DemoLoadBody>) => {
    load.body = { ...load.body, ...fields }
  }
  load.ended = run({
    ...asked,
    signal: stop.signal,
    onProject: (projectId) => change({ project_id: projectId }),
    onDashboard: (dashboardId) => change({ dashboard_id: dashboardId }),
    onProgress: (sent, all) => change({ sent_events: sent, all_events: all }),
  }).then(
    () => change({ status: 'done' }),
    (error: unknown) =>
      stop.signal.aborted
        ? change({ status: 'cancelled' })
        : change({ status: 'failed', error: error instanceof Error ? error.message : String(error) }),
  )
  return load
}
