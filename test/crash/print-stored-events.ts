import { join } from 'node:path'
import { Session } from 'chdb'

// Runs in a process of its own for each look, because the engine keeps files open, and a disk with open files
// cannot be unmounted.
const [, , dataFolder = ''] = process.argv
const session = new Session(join(dataFolder, 'events'))
const rows = async (query: string) =>
  (await session.queryAsync(query, { format: 'JSONCompactEachRow' }))
    .text()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
const tables = (
  await rows("SELECT name FROM system.tables WHERE database = 'default' AND engine LIKE '%MergeTree'")
).map(([name]) => String(name))
const broken: string[] = []
for (const table of tables) {
  for (const [part, isWhole, message] of await rows(
    `CHECK TABLE ${table} SETTINGS check_query_single_value_result = 0`,
  ))
    if (isWhole !== 1 && isWhole !== true) broken.push(`${table} ${part}: ${message}`)
}
// The rows are read as questions read them: a deletion applies before the files are rewritten.
const counts = await rows(`SELECT uuid, count(), sum(cityHash64(properties_raw))
FROM events
GROUP BY uuid
SETTINGS apply_mutations_on_fly = 1`)
session.close()
// A pipe takes a long text in pieces. The process ends when the pipe has taken all of them.
process.stdout.write(JSON.stringify({ counts, broken }), () => process.exit(0))
