import type { Config } from '#app/config.ts'
import type { FirstStart } from '#app/first-start.ts'

/**
 * Returns the notice about the project and the key of the first start. The notice is the only one that shows
 * the key. If the operator has set the key, it is not shown at all.
 */
export const firstStartNotice = (config: Config, { project, personalApiKey, isKeyNew }: FirstStart): string =>
  `First start:

  Project        ${project.name} (id ${project.id})
  Project token  ${project.apiToken}   (SDKs send events with it)
  Personal key   ${isKeyNew ? `${personalApiKey}   (for the API; shown only this once)` : 'THROUGHLINE_INIT_PERSONAL_API_KEY   (for the API)'}
  Data           ${config.THROUGHLINE_DATA_DIR}
`

/** Returns a shell command that sends an event. */
export const firstEvent = (url: string, { project }: FirstStart): string => `
Send an event:

  curl -X POST ${url}/i/v0/e/ -H 'Content-Type: application/json' -d '{"api_key":"${project.apiToken}","event":"hello","distinct_id":"me"}'
`

/**
 * Returns the notice that names the page on which the first user is set up. The setup code is in the fragment
 * of the URL, because browsers send a fragment to no server.
 */
export const setUpNotice = (url: string, setupCode: string): string => `
Nobody can sign in yet. Set up the first user on this page; it works once:

  ${url}/welcome#setup=${setupCode}
`
