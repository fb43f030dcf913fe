import { api, bodyOf } from '#web/api/client.ts'

export interface Command {
  readonly label: string
  /** What it is: "Insight", "Person". */
  readonly noun: string
  readonly to: string
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

/** The places of a project whose name contains the text. */
export const goTo = (projectId: number, text: string): readonly Command[] =>
  PLACES.filter(([label]) => label.toLowerCase().includes(text.toLowerCase())).map(([label, to]) => ({
    label,
    noun: 'Place',
    to: `/project/${projectId}/${to}`,
  }))

const EACH = 5

/** Insights, dashboards, persons and cohorts with the text in their names, at most five of each. */
export async function found(projectId: number, search: string): Promise<readonly Command[]> {
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
