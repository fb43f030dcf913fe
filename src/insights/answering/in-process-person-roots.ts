import { z } from 'zod'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { EventStore } from '#engine/event-store.ts'
import { sql } from '#fragments/fragment.ts'

interface Loading {
  /** How often the persons of the project had changed when the load began. */
  readonly changes: number
  readonly done: Promise<void>
}

/**
 * Makes the event store keep a dictionary for each project that leads from the numbers of distinct ids to
 * the roots of persons. Joining every event with a table of merges made a question 6 to 23 times more
 * expensive. A dictionary laid out as an array costs too little to be measured. A dictionary is reloaded
 * before the first question after a merge, not with every merge. Which projects have merges is read once,
 * when the server starts.
 */
export async function openInProcessPersonRoots(
  engine: Pick<EventStore, 'rows' | 'reloadRoots'>,
): Promise<PersonRoots> {
  const changes = new Map<number, number>()
  const loadings = new Map<number, Loading>()
  const noteChange = (projectId: number) => changes.set(projectId, (changes.get(projectId) ?? 0) + 1)
  for (const projectId of await projectsWithMerges(engine)) noteChange(projectId)
  return {
    async ready(projectId) {
      const count = changes.get(projectId)
      if (count === undefined) return false
      const last = loadings.get(projectId)
      if (last?.changes === count) {
        await last.done
        return true
      }
      // Loads run one after the other. The next question repeats a load that failed.
      const done = (last?.done ?? Promise.resolve())
        .catch(() => undefined)
        .then(() => engine.reloadRoots(projectId))
      const loading = { changes: count, done }
      loadings.set(projectId, loading)
      done.catch(() => loadings.get(projectId) === loading && loadings.delete(projectId))
      await done
      return true
    },
    async changed(projectId) {
      noteChange(projectId)
    },
  }
}

const ProjectRow = z.object({ project_id: z.number() })

async function projectsWithMerges(engine: Pick<EventStore, 'rows'>): Promise<number[]> {
  const rows = await engine.rows(sql`SELECT DISTINCT project_id FROM person_root`, {
    name: 'insights.projects_with_merges',
    projectId: null,
    isUpkeep: true,
  })
  return rows.map((row) => ProjectRow.parse(row).project_id)
}
