import { z } from 'zod'
import { type Config, parseConfig } from '#app/config.ts'
import { findServer } from '#app/find-server.ts'
import { openMetadataBesideServer } from '#app/open-metadata-beside.ts'
import { placesOf } from '#app/store-places.ts'
import type { Scope } from '#contract/scopes.ts'
import type { ServerAddress } from '#demo/server-client.ts'
import { askPatiently, type Patience } from '#imports/ask-patiently.ts'
import { FolderInUseError } from '#metadata/database/folder-lock.ts'
import type { Metadata } from '#metadata/database/schema.ts'
import { createProjectStore } from '#metadata/projects/project-store.ts'
import { type GivenServer, givenAddress } from './given-address.ts'
import { firstStartNotice } from './greeting.ts'
import { printError } from './print.ts'

/**
 * A server that a command uses: a server at an address, the server that uses the data folder, or a server
 * in this process.
 */
export interface AnyServer {
  /** The address, without a slash at the end. */
  readonly url: string
  /** The folder of the event engine that this process has open; null if it has none open. */
  readonly engineFolder: string | null
  /**
   * Lists the projects. Without `patience` the server is asked once. With `patience`, a server of `--url` is
   * asked again if it is busy or does not answer.
   */
  projects(patience?: Patience): Promise<readonly ServedProject[]>
  /** Calls `run` with a personal API key that has these scopes. */
  withKey<T>(label: string, scopes: readonly Scope[], run: (key: string) => Promise<T>): Promise<T>
}
export interface ServedProject {
  readonly id: number
  readonly name: string
  readonly apiToken: string
}

/**
 * Calls `run` with a server. With `--url`, it is the server at that address. Without `--url`, it is the
 * server that uses the data folder, which is found over its socket. If no server uses the folder, this
 * process serves the folder until `run` ends. Only one process can have the folder open.
 */
export async function withServer<T>(given: GivenServer, run: (server: AnyServer) => Promise<T>): Promise<T> {
  const address = givenAddress(given)
  if (address !== null) return run(serverAt(address))
  const config = parseConfig()
  // The module is imported here and not at the top, because it loads the event engine.
  const { withOwnApp } = await import('./own-server.ts')
  try {
    return await withOwnApp(config, ({ metadata, firstStart }, ownUrl) => {
      if (firstStart !== null) printError(firstStartNotice(config, firstStart))
      return run(ofFolder(ownUrl, metadata, placesOf(config).events.folder))
    })
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw error
    return withRunningServer(config, run)
  }
}

async function withRunningServer<T>(config: Config, run: (server: AnyServer) => Promise<T>): Promise<T> {
  const url = await findServer(config.THROUGHLINE_DATA_DIR)
  const metadata = await openMetadataBesideServer(config, printError)
  try {
    return await run(ofFolder(url, metadata, null))
  } finally {
    await metadata.destroy()
  }
}

const ofFolder = (url: string, metadata: Metadata, engineFolder: string | null): AnyServer => ({
  url,
  engineFolder,
  projects: () => createProjectStore(metadata).all(),
  withKey: async (label, scopes, run) =>
    (await import('./own-server.ts')).withKeyOf(metadata, { label, scopes }, run),
})

const Projects = z.object({
  results: z.array(z.object({ id: z.number(), name: z.string(), api_token: z.string() })),
})

const ONCE: Patience = { patienceMs: 0, signal: new AbortController().signal, onWait: () => undefined }

const serverAt = ({ url, personalApiKey }: ServerAddress): AnyServer => ({
  url,
  engineFolder: null,
  async projects(patience = ONCE) {
    const headers = { authorization: `Bearer ${personalApiKey}` }
    const { status, text } = await askPatiently(url, '/api/projects/?limit=1000', patience, { headers })
    if (status !== 200) throw new Error(`The server answered ${status} to a request for its projects.`)
    const { results } = Projects.parse(JSON.parse(text))
    return results.map(({ id, name, api_token }) => ({ id, name, apiToken: api_token }))
  },
  withKey: (_label, _scopes, run) => run(personalApiKey),
})

/**
 * Returns the project with this id, or the only project if no id is given.
 * @throws Error with a sentence that names the other projects
 */
export async function projectOf(
  server: AnyServer,
  id: number | undefined,
  patience?: Patience,
): Promise<ServedProject> {
  const projects = await server.projects(patience)
  const found = id === undefined ? projects : projects.filter((one) => one.id === id)
  const [only] = found
  if (only !== undefined && found.length === 1) return only
  const all = projects.map((one) => `${one.id} (${one.name})`).join(', ')
  throw new Error(
    id === undefined
      ? `Choose a project with --project: ${all}.`
      : `No project has the id ${id}. The projects are ${all}.`,
  )
}
