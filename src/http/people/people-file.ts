import { flattenRow, schemaColumns } from '#http/server/csv/columns.ts'
import { csvText } from '#http/server/csv/csv-text.ts'
import type { ActorPage } from '#insights/people/find-people.ts'
import type { ActorListing } from '#listings/actors.ts'
import { schemaOfActor, showActors } from './actor-body.ts'

const ROWS_AT_ONCE = 1_000

/**
 * Returns the CSV text of a list of actors, with one row for each actor. The first actors are found before
 * the promise resolves, while an error can still become an error response. Further actors are found while
 * the client reads.
 */
export async function peopleFile(
  listing: ActorListing,
  projectId: number,
  parts: AsyncIterator<ActorPage>,
): Promise<AsyncIterable<string>> {
  const first = await parts.next()
  return (async function* () {
    if (first.done) return
    const columns = schemaColumns(schemaOfActor(first.value))
    yield csvText([columns.map(({ name }) => name)])
    for (let part: IteratorResult<ActorPage> = first; !part.done; part = await parts.next())
      for (let { actors, appearances } = part.value; actors.length > 0; ) {
        const some = { ...part.value, actors: actors.slice(0, ROWS_AT_ONCE), appearances }
        const { people, taken } = await showActors(listing, projectId, some)
        yield csvText(people.map((one) => flattenRow(columns, one)))
        actors = actors.slice(taken)
        appearances = appearances?.slice(taken) ?? null
      }
  })()
}
