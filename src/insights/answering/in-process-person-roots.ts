import { z } from 'zod'
import type { PersonRoots } from '#coordination/person-roots.ts'
import type { Engine } from '#engine/engine.ts'
import { bound, sql } from '#fragments/fragment.ts'
import { rootDictionary } from '#sql/person-roots.ts'

interface Loading {
  /** Number of changes when the load began. */
  readonly changes: number
  readonly done: Promise<void>
}

/**
 * Keeps the roots of persons in a dictionary for each project. A join of every event with a table of merges
 * made a question 6 to 23 times more expensive; the cost of a dictionary laid out as an array cannot be
 * measured. A dictionary is reloaded before the first question after a merge, not with every merge. The
 * projects with merges are read once, at the start.
 */
export async function openInProcessPersonRoots(engine: Engine): Promise<PersonRoots> {
  const changes = new Map<number, number>()
  const loadings = new Map<number, Loading>()
  const noteChange = (projectId: number) => changes.set(projectId, (changes.get(projectId) ?? 0) + 1)
  const layouts = new Map<number, string>()
  for (const projectId of await projectsWithMerges(engine)) noteChange(projectId)

  async function load(projectId: number): Promise<void> {
    const layout = layoutFor(await largestMerged(engine, projectId))
    if (layouts.get(projectId) !== layout) await engine.command(createDictionary(projectId, layout))
    await engine.command(`SYSTEM RELOAD DICTIONARY ${rootDictionary(projectId)}`)
    layouts.set(projectId, layout)
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
      // Loads run one after the other. The next question repeats a load that failed.
      const done = (last?.done ?? Promise.resolve()).catch(() => undefined).then(() => load(projectId))
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

async function projectsWithMerges(engine: Engine): Promise<number[]> {
  const rows = await engine.rows(sql`SELECT DISTINCT project_id FROM person_root`, {
    name: 'insights.projects_with_merges',
    projectId: null,
    isUpkeep: true,
  })
  return rows.map((row) => ProjectRow.parse(row).project_id)
}

const LargestRow = z.object({ largest: z.number() })

async function largestMerged(engine: Engine, projectId: number): Promise<number> {
  const query = sql`SELECT max(person) AS largest FROM person_root WHERE project_id = ${bound('UInt32', projectId)}`
  const [row] = await engine.rows(query, { name: 'insights.largest_merged', projectId, isUpkeep: true })
  return LargestRow.parse(row).largest
}

/**
 * Largest person number for which the dictionary is an array, which then has 200 MB. A larger array would
 * take too much of the engine's memory.
 */
const LARGEST_IN_ARRAY = 50_000_000

// The dictionary is an array of 4 bytes for each number up to the largest that was merged, with room for
// merges that come while it loads. If that is too large, it is a hash table of about 16 bytes for each
// number that was merged, in which a lookup takes longer.
const layoutFor = (largest: number) =>
  largest <= LARGEST_IN_ARRAY
    ? `FLAT(INITIAL_ARRAY_SIZE 1024 MAX_ARRAY_SIZE ${2 * LARGEST_IN_ARRAY})`
    : 'HASHED_ARRAY()'

// No part of the text comes from a client.
const createDictionary = (
  projectId: number,
  layout: string,
) => `CREATE OR REPLACE DICTIONARY ${rootDictionary(projectId)} (
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
LAYOUT(${layout})
LIFETIME(0)`
