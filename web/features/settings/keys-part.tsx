import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { TEXT_LIMITS } from '#contract/limits.ts'
import { SCOPES, type Scope } from '#contract/scopes.ts'
import { api, bodyOf } from '#web/api/client.ts'
import { useProject } from '#web/api/project.ts'
import { Button } from '#web/ui/button.tsx'
import { CopyBox } from '#web/ui/copy-box.tsx'
import { age } from '#web/ui/format.ts'
import { Refusal } from '#web/ui/refusal.tsx'
import { Segmented } from '#web/ui/segmented.tsx'
import { Section } from '#web/ui/settings-page.tsx'
import { ErrorBox } from '#web/ui/state-box.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useWork } from '#web/ui/use-work.ts'

const KEY = ['personal-api-keys']
const NOUNS = [...new Set(SCOPES.filter((scope) => scope !== '*').map((scope) => scope.split(':')[0] ?? ''))]

type Access = 'none' | 'read' | 'write'

/** The user's personal API keys, which scripts and other programs use. A new key is shown only once. */
export function KeysPart() {
  const { timezone } = useProject()
  const queries = useQueryClient()
  const toast = useToast()
  const keys = useQuery({ queryKey: KEY, queryFn: () => bodyOf(api.GET('/api/personal_api_keys/')) })
  const revoke = async (id: number, label: string) => {
    try {
      await api.DELETE('/api/personal_api_keys/{id}/', { params: { path: { id: String(id) } } })
      toast(`${label} is revoked`)
    } catch (error) {
      toast((error as Error).message)
    }
    await queries.invalidateQueries({ queryKey: KEY })
  }
  return (
    <>
      <Section title="Keys" text="Programs use the API with a key. A key acts as you, within its scopes.">
        {keys.isError && <ErrorBox error={keys.error} onRetry={() => void keys.refetch()} />}
        <table>
          <thead>
            <tr>
              <th>Label</th>
              <th>Key</th>
              <th className="only-wide">Scopes</th>
              <th>Last used</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {keys.data?.map(({ id, label, mask_value, scopes, last_used_at }) => (
              <tr key={id}>
                <td>{label}</td>
                <td>
                  <code>{mask_value}</code>
                </td>
                <td className="only-wide soft" title={scopes.join(', ')}>
                  {scopes.length > 2
                    ? `${scopes.slice(0, 2).join(', ')} +${scopes.length - 2}`
                    : scopes.join(', ')}
                </td>
                <td className="soft">
                  {last_used_at === null ? 'never' : age(last_used_at, Date.now(), timezone)}
                </td>
                <td className="r">
                  <Button
                    look="plain"
                    isSmall
                    aria-label={`Revoke ${label}`}
                    onClick={() => void revoke(id, label)}
                  >
                    Revoke
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <NewKey onMade={() => void queries.invalidateQueries({ queryKey: KEY })} />
    </>
  )
}

function NewKey({ onMade }: { onMade(): void }) {
  const project = useProject()
  const [access, setAccess] = useState<Readonly<Record<string, Access>>>({ insight: 'read', query: 'read' })
  const [value, setValue] = useState<string | null>(null)
  const { run, isBusy, refusal } = useWork()
  const scopes = NOUNS.flatMap((noun) => {
    const given = access[noun] ?? 'none'
    return given === 'none' ? [] : [`${noun}:${given}` as Scope]
  })
  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const isLimited = form.get('limited') !== null
    await run(async () => {
      const made = await bodyOf(
        api.POST('/api/personal_api_keys/', {
          body: {
            label: String(form.get('label')),
            scopes,
            scoped_teams: isLimited ? [project.id] : [],
          },
        }),
      )
      setValue(made.value)
      onMade()
    })
  }
  return (
    <Section title="New key">
      {value !== null && (
        <>
          <p role="status">Copy the key now: it is shown once.</p>
          <CopyBox text={value} label="the key" />
        </>
      )}
      <form className="form" onSubmit={(event) => void make(event)}>
        <label>
          <span>Label</span>
          <input className="field" name="label" maxLength={TEXT_LIMITS.keyLabel} required />
        </label>
        <div className="scopes">
          {NOUNS.map((noun) => (
            <ScopeRow
              key={noun}
              noun={noun}
              access={access[noun] ?? 'none'}
              onChange={(given) => setAccess({ ...access, [noun]: given })}
            />
          ))}
        </div>
        <label className="line">
          <span className="line">
            <input type="checkbox" name="limited" defaultChecked /> Only for the project {project.name}
          </span>
        </label>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink" disabled={isBusy || scopes.length === 0}>
          Create key
        </button>
      </form>
    </Section>
  )
}

interface ScopeRowProps {
  readonly noun: string
  readonly access: Access
  onChange(access: Access): void
}

function ScopeRow({ noun, access, onChange }: ScopeRowProps) {
  const words = noun.replaceAll('_', ' ')
  const isWritable = (SCOPES as readonly string[]).includes(`${noun}:write`)
  return (
    <>
      <span>{words}</span>
      <Segmented<Access>
        label={`Access to ${words}`}
        value={access}
        options={[
          { value: 'none', label: 'None' },
          { value: 'read', label: 'Read' },
          ...(isWritable ? [{ value: 'write' as const, label: 'Write' }] : []),
        ]}
        onChange={onChange}
      />
    </>
  )
}
