import { z } from 'zod'
import { bound, type Fragment, numeral, sql, text } from '#fragments/fragment.ts'
import { renderLiterals } from '#fragments/literal.ts'
import { rootDictionary } from '#sql/person-roots.ts'
import type { EventStore } from './event-store.ts'
import type { Places } from './places.ts'
import type { StatementRunner } from './verbs.ts'

/** How a dictionary reads tables of the event store: options of ClickHouse's source CLICKHOUSE. */
export interface TableSource {
  /** The options before the statement, such as the login. */
  readonly options: Fragment
  /** Returns the name of a table, with its database if nothing else tells the source which database it is. */
  table(name: string): Fragment
}

/** Returns a function that loads the roots of a project's merged persons into its dictionary. */
export function createRootDictionaries(
  runner: Pick<StatementRunner, 'rows'>,
  places: Places,
  source: TableSource,
): EventStore['reloadRoots'] {
  const layouts = new Map<number, string>()
  return async (projectId) => {
    const layout = layoutFor(await largestMerged(runner, projectId))
    if (layouts.get(projectId) !== layout)
      await places.everywhere(createDictionary(projectId, layout, source))
    await places.everywhere(`SYSTEM RELOAD DICTIONARY ${rootDictionary(projectId)}`)
    layouts.set(projectId, layout)
  }
}

const LargestRow = z.object({ largest: z.number() })

async function largestMerged({ rows }: Pick<StatementRunner, 'rows'>, projectId: number): Promise<number> {
  const query = sql`SELECT max(person) AS largest FROM person_root WHERE project_id = ${bound('UInt32', projectId)}`
  const [row] = await rows(query, { name: 'roots.largest_merged', projectId, isUpkeep: true })
  return LargestRow.parse(row).largest
}

/**
 * Largest person number for which the dictionary is an array, which then has 200 MB. A larger array would
 * take too much of the engine's memory.
 */
const LARGEST_IN_ARRAY = 50_000_000

// The dictionary is an array of 4 bytes for each person number up to the largest merged one. It has room for
// larger numbers that are merged while it loads. If the array would be too large, the dictionary is a hash
// table of about 16 bytes for each merged number, in which a lookup takes longer.
const layoutFor = (largest: number) =>
  largest <= LARGEST_IN_ARRAY
    ? `FLAT(INITIAL_ARRAY_SIZE 1024 MAX_ARRAY_SIZE ${2 * LARGEST_IN_ARRAY})`
    : 'HASHED_ARRAY()'

// No part of the text comes from a client.
function createDictionary(projectId: number, layout: string, { options, table }: TableSource): string {
  const roots = sql`SELECT person, argMax(root, version) AS root
FROM ${table('person_root')}
WHERE project_id = ${numeral(projectId)}
GROUP BY person`
  const source = sql`SOURCE(CLICKHOUSE(${options}QUERY ${text(renderLiterals(roots))}))`
  return `CREATE OR REPLACE DICTIONARY ${rootDictionary(projectId)} (
  person UInt64,
  root UInt32
)
PRIMARY KEY person
${renderLiterals(source)}
LAYOUT(${layout})
LIFETIME(0)`
}
