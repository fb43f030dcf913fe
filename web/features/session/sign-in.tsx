import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { signIn } from '#web/api/session.ts'
import { Mark } from '#web/ui/mark.tsx'
import './sign-in.css'
import { Refusal } from '#web/ui/refusal.tsx'

/**
 * The page `/sign-in?to=…`. After the user has signed in, it opens the address in `to` if that is an
 * address of a project, and otherwise `/`.
 */
export function SignIn() {
  const [, navigate] = useLocation()
  const to = new URLSearchParams(useSearch()).get('to')
  const queries = useQueryClient()
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    try {
      await signIn(String(form.get('email')), String(form.get('password')))
      queries.clear()
      navigate(to?.startsWith('/project/') ? to : '/', { replace: true })
    } catch (error) {
      setRefusal((error as Error).message)
    }
  }
  return (
    <main className="sign-in">
      <form className="card sign-in__card" onSubmit={(event) => void submit(event)}>
        <Mark />
        <h1>Sign in</h1>
        <label>
          <span>E-mail</span>
          <input
            className="field"
            name="email"
            type="email"
            autoComplete="username"
            required
            // biome-ignore lint/a11y/noAutofocus: the page has no other purpose
            autoFocus
          />
        </label>
        <label>
          <span>Password</span>
          <input className="field" name="password" type="password" autoComplete="current-password" required />
        </label>
        <Refusal text={refusal} />
        <button type="submit" className="btn btn--ink">
          Sign in
        </button>
      </form>
    </main>
  )
}
