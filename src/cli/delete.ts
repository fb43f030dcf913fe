import { type Command, InvalidArgumentError } from 'commander'
import { parseConfig } from '#app/config.ts'
import type { ServerAddress } from '#demo/server-client.ts'
import { errorSentence } from './error-sentence.ts'
import { type GivenServer, givenAddress } from './given-address.ts'
import { print, printError } from './print.ts'

interface DeleteArguments extends GivenServer {
  readonly project: string
  readonly event?: string
  readonly from?: string
  readonly to?: string
  readonly allEvents?: true
  readonly person?: string
  readonly wholeProject?: true
}

const projectNumber = (text: string) => {
  if (/^[1-9]\d{0,9}$/.test(text)) return text
  throw new InvalidArgumentError('Expected the id of a project, a number.')
}

/** Adds `throughline delete`, which asks a running server, or serves the data folder for this one request. */
export function addDeleteCommand(program: Command): void {
  program
    .command('delete')
    .description('delete events, a person or a whole project, and print what is left')
    .requiredOption('--project <number>', 'the project', projectNumber)
    .option('--event <name>', 'events of this name')
    .option('--from <instant>', 'events from this instant on (ISO 8601)')
    .option('--to <instant>', 'events before this instant')
    .option('--all-events', 'every event of the project')
    .option('--person <uuid>', 'this person, with all its events')
    .option('--whole-project', 'the project with everything in it')
    .option('--url <url>', 'address of a running server, instead of the data folder')
    .option('--key <key>', 'personal API key for that server')
    .action(run)
}

async function run(given: DeleteArguments): Promise<void> {
  try {
    print(await deleteBy(given))
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

async function deleteBy(given: DeleteArguments): Promise<string> {
  const address = givenAddress(given)
  if (address !== null) return request(address, given)
  // The module is imported here and not at the top, because it loads the event engine.
  const { withOwnServer } = await import('./own-server.ts')
  return withOwnServer(parseConfig(), (server) => request(server, given))
}

interface Call {
  readonly method: 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
}

/**
 * Returns the request for what the arguments ask for.
 * @throws Error if they ask for nothing, or for several things
 */
export function callOf(given: DeleteArguments): Call {
  const { project, event, from, to, allEvents, person, wholeProject } = given
  const path = `/api/projects/${project}/`
  const isOfEvents = event !== undefined || from !== undefined || to !== undefined || allEvents === true
  const asked = [isOfEvents, person !== undefined, wholeProject === true].filter(Boolean).length
  if (asked !== 1)
    throw new Error(
      'Choose one thing to delete: events (--event, --from, --to or --all-events), --person or --whole-project.',
    )
  if (person !== undefined)
    return { method: 'DELETE', path: `${path}persons/${encodeURIComponent(person)}/?delete_events=true` }
  const body = { event, date_from: from, date_to: to, all_events: allEvents, whole_project: wholeProject }
  return { method: 'POST', path: `${path}deletions/`, body }
}

async function request({ url, personalApiKey }: ServerAddress, given: DeleteArguments): Promise<string> {
  const { method, path, body } = callOf(given)
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${personalApiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const answer = (await response.json()) as { readonly detail?: string }
  if (!response.ok) throw new Error(answer.detail ?? `The server answered ${response.status}.`)
  return JSON.stringify(answer, null, 2)
}
