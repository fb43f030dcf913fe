import { z } from 'zod'
import type { Engine } from '../engine/engine.ts'
import { sql } from '../sql/fragment.ts'
import { rootDictionary } from '../sql/person-roots.ts'

/**
 * Merged persons, ready for questions. Joining a table to every event made a question 6 to 23 times dearer; a dictionary
 * laid out as an array costs nothing measurable. It is loaded again before the first question after a merge, and not
 * with every merge.
 */
export interface PersonRoots {
  /** Whether a project has merges. When it resolves, all that were mirrored before the call are in its dictionary. */
  ready(projectId: number): Promise<boolean>
  /** Merges of this project have been mirrored. */
  changed(projectId: number): void
}

interface Loading {
  /** How many changes there were when it began. */
  readonly changes: number
  readonly done: Promise<void>
}

/** The projects with merges are read once, at the start. */
export async function openPersonRoots(engine: Engine): Promise<PersonRoots> {
  const changes = new Map<number, number>()
  const loadings = new Map<number, Loading>()
  const changed = (projectId: number) => void changes.set(projectId, (changes.get(projectId) ?? 0) + 1)
  const created = new Set<number>()
  for (const projectId of await projectsWithMerges(engine)) changed(projectId)

  async function load(projectId: number): Promise<void> {
    if (created.has(projectId)) return engine.command(`SYSTEM RELOAD DICTIONARY ${rootDictionary(projectId)}`)
    await engine.command(createDictionary(projectId))
    await engine.command(`SYSTEM RELOAD DICTIONARY ${rootDictionary(projectId)}`)
    created.add(projectId)
  }
  return {
    async ready(projectId) {
      const count = changes.get(projectId)
      if (count === undefined) return false
      const last = loadings.get(projectId)
      if (last?.changes === count) {
        await last.done
        return true
      }
      // One after the other; a load that failed is tried again by the next question.
      const done = (last?.done ?? Promise.resolve()).catch(() => undefined).then(() => load(projectId))
      loadings.set(projectId, { changes: count, done })
      done.catch(() => loadings.delete(projectId))
      await done
      return true
    },
    changed,
  }
}

const ProjectRow = z.object({ project_id: z.number() })

async function projectsWithMerges(engine: Engine): Promise<number[]> {
  const rows = await engine.rows(sql`SELECT DISTINCT project_id FROM person_root`, {
    name: 'insights.projects_with_merges',
    isUpkeep: true,
  })
  return rows.map((row) => ProjectRow.parse(row).project_id)
}

// An array of 4 bytes for each number up to the largest that was merged. Its text holds nothing of a client.
const createDictionary = (projectId: number) => `CREATE OR REPLACE DICTIONARY ${rootDictionary(projectId)} (
  person UInt64,
  root UInt32
)
PRIMARY KEY person
SOURCE(CLICKHOUSE(QUERY '
  SELECT person, argMax(root, version) AS root
  FROM person_root
  WHERE project_id = ${projectId}
  GROUP BY person
'))
LAYOUT(FLAT(INITIAL_ARRAY_SIZE 1024 MAX_ARRAY_SIZE 500000000))
LIFETIME(0)`
