import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { ApiError } from '#web/api/client.ts'
import { setUp } from '#web/api/first-steps.ts'

/**
 * Returns the set-up code in the address, which comes from the link that the server printed. The code is
 * removed from the address at once, so that it does not stay in the history.
 */
function takeCode(): string {
  const code = new URLSearchParams(location.hash.slice(1)).get('setup') ?? ''
  if (code !== '') history.replaceState(null, '', location.pathname + location.search)
  return code
}

/**
 * Form that creates the first user. It has a field for the set-up code if the address has none, or a wrong
 * one.
 */
export function FirstUserForm() {
  const queries = useQueryClient()
  const [linked, setLinked] = useState(takeCode)
  // If the printed link is pasted into a tab that already shows this page, only the fragment changes.
  useEffect(() => {
    const read = () => setLinked((before) => takeCode() || before)
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  const creation = useMutation({ mutationFn: setUp, onSuccess: () => queries.resetQueries() })
  const refused = creation.error instanceof ApiError ? creation.error.attr : null
  const isAsked = linked === '' || refused === 'code'
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    creation.mutate({
      code: isAsked ? text('code').trim() : linked,
      email: text('email'),
      password: text('password'),
      first_name: text('first_name'),
    })
  }
  return (
    <>
      <h1>Set up the first user</h1>
      <p className="fm__lead">
        Nobody can sign in to this server yet. You will be admin of its first project, and can invite others.
      </p>
      <form className="card fm__form" onSubmit={submit}>
        {isAsked && (
          <label>
            <span>Set-up code, which the server printed at its start</span>
            <input
              className="field mono"
              name="code"
              autoComplete="off"
              spellCheck={false}
              required
              aria-invalid={refused === 'code'}
            />
          </label>
        )}
        <label>
          <span>Name</span>
          <input className="field" name="first_name" autoComplete="given-name" />
        </label>
        <label>
          <span>E-mail</span>
          <input
            className="field"
            name="email"
            type="email"
            autoComplete="username"
            required
            aria-invalid={refused === 'email'}
          />
        </label>
        <label>
          <span>Password, 8 characters or more</span>
          <input
            className="field"
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={MIN_PASSWORD_CHARACTERS}
            required
            aria-invalid={refused === 'password'}
          />
        </label>
        {creation.isError && (
          <p role="alert" className="bad">
            {creation.error.message}
          </p>
        )}
        <button type="submit" className="btn btn--ink" disabled={creation.isPending}>
          Create the user
        </button>
      </form>
    </>
  )
}
