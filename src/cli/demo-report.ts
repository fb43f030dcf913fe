import type { Demo } from '#demo/make-demo.ts'
import { thousands } from './progress.ts'

/** Names of the insights for which the report prints a command. */
const WITH_COMMAND = [
  'From pricing to activated, on mobile',
  'People who came back, by early invitation',
  'Payments and failed payments',
]

export interface ReportOptions {
  readonly seconds: number
  /** Address of the server that answers the commands. */
  readonly url: string
  /** The key to print; null if this process does not know it. */
  readonly personalApiKey: string | null
  readonly isServerRunning: boolean
}

/**
 * Returns the text that follows a successful run: counts, saved insights, and commands that compute some of
 * them.
 */
export function demoReport(demo: Demo, options: ReportOptions): string {
  const { project, insights } = demo
  const questions = insights.filter((insight) => WITH_COMMAND.includes(insight.name))
  return `
${thousands(demo.sentEvents)} events sent in ${options.seconds.toFixed(1)} s; the server counts ${thousands(demo.countedEvents)}.
Its dashboard tells its story: ${options.url}/project/${project.id}/dashboards/${demo.dashboardId}
It has ${insights.length} saved insights, each with a description of what it shows:

${insights.map((insight) => `  ${insight.short_id}  ${insight.name}`).join('\n')}

${options.isServerRunning ? 'Compute some of them' : 'Start the server with "npm start", then compute some of them'}${
  options.personalApiKey === null ? ' with your own personal key' : ''
}:

  KEY=${options.personalApiKey ?? 'phx_...'}
${questions
  .map(
    ({ short_id }) =>
      `  curl -H "Authorization: Bearer $KEY" '${options.url}/api/projects/${project.id}/insights/${short_id}/?refresh=true'`,
  )
  .join('\n')}
`
}
