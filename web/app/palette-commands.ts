import { api, bodyOf } from '#web/api/client.ts'
import type { InsightKind } from '#web/question/node.ts'
import { SCHEMES } from '#web/ui/scheme.ts'

export interface Command {
  readonly label: string
  /** What kind of thing the entry is, such as "Page" or "Person". */
  readonly noun: string
  /** Further words that find the command. */
  readonly words?: string
  act(): void
}

/** The actions that commands perform. */
export interface Acts {
  navigate(to: string): void
  open(overlay: 'keys' | 'project'): void
  setScheme(scheme: 'auto' | 'light' | 'dark'): void
  /** Opens the API reference. */
  openReader(): void
  /** Opens the editor of a new insight of this kind. */
  ask(kind: InsightKind): void
}

const PLACES: readonly (readonly [label: string, to: string])[] = [
  ['New insight', 'insights/new'],
  ['Insights', 'insights'],
  ['Dashboards', 'dashboards'],
  ['Persons', 'persons'],
  ['Cohorts', 'cohorts'],
  ['Events', 'events'],
  ['Actions', 'actions'],
  ['Ingestion', 'ingestion'],
  ['Settings', 'settings/project'],
]
const QUESTIONS: readonly (readonly [label: string, kind: InsightKind])[] = [
  ['New trend', 'TrendsQuery'],
  ['New funnel', 'FunnelsQuery'],
  ['New retention', 'RetentionQuery'],
  ['New paths', 'PathsQuery'],
  ['New stickiness', 'StickinessQuery'],
  ['New lifecycle', 'LifecycleQuery'],
  ['New SQL statement', 'HogQLQuery'],
]

/** All commands of a project. The pages of the project come first. */
function commandsOf(projectId: number, acts: Acts): readonly Command[] {
  const goTo = (to: string) => () => acts.navigate(to)
  const base = `/project/${projectId}`
  const command = (label: string, act: () => void, words = ''): Command => ({
    label,
    noun: 'Command',
    words,
    act,
  })
  return [
    ...PLACES.map(([label, to]) => ({ label, noun: 'Page', act: goTo(`${base}/${to}`) })),
    ...QUESTIONS.map(([label, kind]) => command(label, () => acts.ask(kind), 'insight query ask')),
    command('New cohort', goTo(`${base}/cohorts/new`)),
    command('New action', goTo(`${base}/actions/new`)),
    command('New project', () => acts.open('project')),
    command('Snippets', goTo(`/welcome?project=${projectId}`), 'sdk install send event token'),
    command('Keyboard shortcuts', () => acts.open('keys'), 'help keys'),
    command('API reference', acts.openReader, 'help interface for programs openapi docs'),
    ...SCHEMES.toReversed().map(([scheme, label]) =>
      command(`Theme: ${label.toLowerCase()}`, () => acts.setScheme(scheme), 'mode colour scheme'),
    ),
  ]
}

/**
 * Returns the commands for a search text: those whose label or further words contain every word of the
 * text. If the text is empty, returns only the pages.
 */
export function commandsFor(projectId: number, text: string, acts: Acts): readonly Command[] {
  const all = commandsOf(projectId, acts)
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return all.filter(({ noun }) => noun === 'Page')
  return all.filter(({ label, words = '' }) => {
    const said = `${label} ${words}`.toLowerCase()
    return wanted.every((word) => said.includes(word))
  })
}

/** An object of the project that a search has found, with its address. */
export interface Found {
  readonly label: string
  readonly noun: string
  readonly to: string
}

const EACH = 5

/** Finds insights, dashboards, persons and cohorts by a text in their names, at most five of each type. */
export async function found(projectId: number, search: string): Promise<readonly Found[]> {
  const params = { path: { project_id: String(projectId) } }
  const query = { search, limit: EACH }
  const [insights, dashboards, persons, cohorts] = await Promise.all([
    bodyOf(
      api.GET('/api/projects/{project_id}/insights/', {
        params: { ...params, query: { ...query, saved: 'true', basic: 'true' } },
      }),
    ),
    bodyOf(api.GET('/api/projects/{project_id}/dashboards/', { params: { ...params, query } })),
    bodyOf(api.GET('/api/projects/{project_id}/persons/', { params: { ...params, query } })),
    bodyOf(api.GET('/api/projects/{project_id}/cohorts/', { params: { ...params, query } })),
  ])
  const base = `/project/${projectId}`
  return [
    ...insights.results.map(({ name, derived_name, short_id }) => ({
      label: name || derived_name || 'Untitled',
      noun: 'Insight',
      to: `${base}/insights/${short_id}`,
    })),
    ...dashboards.results.map(({ id, name }) => ({
      label: name || 'Untitled',
      noun: 'Dashboard',
      to: `${base}/dashboards/${id}`,
    })),
    ...persons.results.map(({ uuid, name }) => ({
      label: name,
      noun: 'Person',
      to: `${base}/persons/${uuid}`,
    })),
    ...cohorts.results.map(({ id, name }) => ({
      label: name || 'Untitled',
      noun: 'Cohort',
      to: `${base}/cohorts/${id}`,
    })),
  ]
}
