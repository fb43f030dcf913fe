import { MIN_PASSWORD_CHARACTERS } from '#contract/limits.ts'
import { documentOf } from '#http/server/page/document.ts'
import { html } from '#http/server/page/html.ts'

export interface InvitationForm {
  readonly projectName: string
  readonly email: string
  readonly role: string
  /** Whether the invited address has an account. If so, the form asks for the password of this account. */
  readonly hasAccount: boolean
  /** The error of the last attempt, or null. */
  readonly error: string | null
}

/** Returns the HTML page of an open invitation. Its form is posted to the address of the page itself. */
export function invitationForm({ projectName, email, role, hasAccount, error }: InvitationForm): string {
  const names = html`<p><label for="first_name">First name</label>
<input id="first_name" name="first_name" autocomplete="given-name" maxlength="150"></p>
<p><label for="last_name">Last name</label>
<input id="last_name" name="last_name" autocomplete="family-name" maxlength="150"></p>`
  const password = hasAccount
    ? html`<label for="password">The password of your account</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>`
    : html`<label for="password">A password, of at least ${MIN_PASSWORD_CHARACTERS} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${MIN_PASSWORD_CHARACTERS}" required>`
  return documentOf(
    `Join ${projectName}`,
    html`<header><h1 dir="auto">Join ${projectName}</h1>
<p>${email} is invited with the role ${role}.</p></header>
<form method="post">
${error === null ? null : html`<p class="error" role="alert">${error}</p>`}
${hasAccount ? null : names}
<p>${password}</p>
<p><button>Join</button></p>
</form>`,
  )
}
