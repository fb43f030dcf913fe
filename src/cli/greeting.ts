import type { Config } from '#app/config.ts'
import type { FirstStart } from '#app/first-start.ts'

/** What the first start made. The key cannot be shown again. */
export const firstStartNotice = (config: Config, { project, personalApiKey }: FirstStart): string =>
  `First start:

  Project        ${project.name} (id ${project.id})
  Project token  ${project.apiToken}   (SDKs send events with it)
  Personal key   ${personalApiKey}   (asks questions; shown only this once)
  Data           ${config.THROUGHLINE_DATA_DIR}
`

/** A line that sends an event when it is pasted into a shell. */
export const firstEvent = (url: string, { project }: FirstStart): string => `
Send an event:

  curl -X POST ${url}/i/v0/e/ -H 'Content-Type: application/json' -d '{"api_key":"${project.apiToken}","event":"hello","distinct_id":"me"}'
`
