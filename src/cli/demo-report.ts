import type { Demo } from '#demo/make-demo.ts'
import { thousands } from './progress.ts'

const ASKED_ABOUT = [
  'From pricing to activated, on mobile',
  'People who came back, by early invitation',
  'Payments and failed payments',
]

export interface ReportOptions {
  readonly seconds: number
  /** Where the questions can be asked. */
  readonly url: string
  /** The key to show, or null where only its owner knows it. */
  readonly personalApiKey: string | null
  readonly isServerRunning: boolean
}

/** What was made, and how to ask it. */
export function demoReport(demo: Demo, options: ReportOptions): string {
  const { project, insights } = demo
  const questions = insights.filter((insight) => ASKED_ABOUT.includes(insight.name))
  return `
${thousands(demo.sentEvents)} events sent in ${options.seconds.toFixed(1)} s; the server counts ${thousands(demo.countedEvents)}.
It has ${insights.length} saved insights, each with a description of what it shows:

${insights.map((insight) => `  ${insight.short_id}  ${insight.name}`).join('\n')}

${options.isServerRunning ? 'Ask some of them' : 'Start the server with "npm start", then ask some of them'}${
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
