import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { api } from '#web/api/client.ts'
import { type Project, useProject } from '#web/api/project.ts'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { Refusal } from '#web/ui/refusal.tsx'
import { Section } from '#web/ui/settings-page.tsx'
import { useWork } from '#web/ui/use-work.ts'

const ZONES = Intl.supportedValuesOf('timeZone')

/** Form for the name, time zone, start of the week and test accounts of the project. Shows its token. */
export function ProjectPart() {
  const project = useProject()
  return (
    <>
      <Section title="Project">
        <ProjectForm key={project.id} project={project} />
      </Section>
      <Section
        title="Token"
        text="SDKs send events with it. It is no secret: it can only write, and stands in the source of web pages."
      >
        <CopyBox text={project.api_token} label="the token" />
      </Section>
    </>
  )
}

function ProjectForm({ project }: { readonly project: Project }) {
  const queries = useQueryClient()
  const isAdmin = project.user_access_level === 'admin'
  const [filters, setFilters] = useState(JSON.stringify(project.test_account_filters, null, 2))
  const [isKept, setKept] = useState(false)
  const { run, isBusy, refusal, attr } = useWork()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setKept(false)
    const isSaved = await run(async () => {
      await api.PATCH('/api/projects/{project_id}', {
        params: { path: { project_id: String(project.id) } },
        body: {
          name: String(form.get('name')),
          timezone: String(form.get('timezone')),
          week_start_day: form.get('week_start_day') === '1' ? 1 : 0,
          test_account_filters: parseFilters(filters),
        },
      })
      await queries.invalidateQueries({ queryKey: ['projects'] })
      // The answers depend on the time zone, the start of the week and the test accounts.
      await queries.invalidateQueries({ queryKey: ['answer'] })
    })
    setKept(isSaved)
  }
  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <label>
        <span>Name</span>
        <input
          className="field"
          name="name"
          defaultValue={project.name}
          maxLength={TEXT_LIMITS.projectName}
          required
          disabled={!isAdmin}
          aria-invalid={attr === 'name'}
        />
      </label>
      <label>
        <span>Time zone</span>
        <input
          className="field"
          name="timezone"
          list="zones"
          defaultValue={project.timezone}
          required
          disabled={!isAdmin}
          aria-invalid={attr === 'timezone'}
        />
        <datalist id="zones">
          {ZONES.map((zone) => (
            <option key={zone} value={zone} />
          ))}
        </datalist>
      </label>
      <label>
        <span>The week begins on</span>
        <select
          className="field"
          name="week_start_day"
          defaultValue={String(project.week_start_day)}
          disabled={!isAdmin}
        >
          <option value="0">Sunday</option>
          <option value="1">Monday</option>
        </select>
      </label>
      <label>
        <span>Test accounts: property filters that all real accounts match, as JSON</span>
        <textarea
          className="mono"
          rows={6}
          value={filters}
          disabled={!isAdmin}
          aria-invalid={attr?.startsWith('test_account_filters') ?? false}
          onChange={(event) => setFilters(event.target.value)}
        />
      </label>
      <Refusal text={refusal} />
      {isAdmin ? (
        <div className="line">
          <button type="submit" className="btn btn--ink" disabled={isBusy}>
            Save
          </button>
          {isKept && (
            <span role="status" className="quiet">
              Saved
            </span>
          )}
        </div>
      ) : (
        <p className="quiet">An admin of the project can change this.</p>
      )}
    </form>
  )
}

/**
 * Parses the list of filters for test accounts.
 * @throws Error with a message for the user if the text is not a JSON list.
 */
function parseFilters(text: string): Record<string, unknown>[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`The test accounts are not readable JSON: ${(error as Error).message}`)
  }
  if (!Array.isArray(value)) throw new Error('The test accounts must be a JSON list of property filters.')
  return value as Record<string, unknown>[]
}
