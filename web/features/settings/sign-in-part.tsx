import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { setupState } from '#web/api/first-steps.ts'
import { currentUser } from '#web/api/session.ts'
import { Section } from '#web/ui/settings-page.tsx'

/**
 * Explains how people sign in to this server: what it supports by itself, and where people change their own
 * settings.
 */
export function SignInPart() {
  const user = useQuery(currentUser)
  const setup = useQuery(setupState)
  return (
    <>
      <Section
        title="Sign-in"
        text="People sign in with their e-mail and a password. Nobody sets the password of another person: members join by an invitation, and choose it then."
      >
        <dl className="facts">
          <dt>You</dt>
          <dd>
            {user.data?.email}
            {' · '}
            <Link href="/account/password">Change the password</Link>
            {' · '}
            <Link href="/account/sessions">Your sessions</Link>
          </dd>
          <dt>A session</dt>
          <dd>ends after 30 days, when you sign out, and when the password changes</dd>
          <dt>A new password</dt>
          <dd>has 8 characters or more, and needs the current one</dd>
          <dt>A lost password</dt>
          <dd>
            is replaced on the server: <code>throughline users reset-password {user.data?.email}</code>
          </dd>
          <dt>Set-up code</dt>
          <dd>
            {setup.data === undefined
              ? ''
              : setup.data.is_open
                ? 'open: nobody has a password yet. The server prints the code at its start'
                : 'closed: this server has its first user. It opens again only if nobody has a password'}
          </dd>
        </dl>
      </Section>
      <Section
        title="Wrong passwords"
        text="Attempts of the last 15 minutes are counted, in memory. API keys are not affected."
      >
        <dl className="facts">
          <dt>10 for one e-mail from one network</dt>
          <dd>more are refused from there</dd>
          <dt>30 from one network, for any e-mails</dt>
          <dd>more are refused from there</dd>
          <dt>100 for one e-mail from anywhere</dt>
          <dd>one password in 10 seconds is checked, so that nobody is locked out</dd>
        </dl>
        <p className="soft">
          A browser in which you have signed in before has 10 attempts of its own for a year: strangers cannot
          lock it out.
        </p>
      </Section>
    </>
  )
}
