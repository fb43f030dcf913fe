import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { InvitationAccept } from '#contract/invitation.ts'
import { disconnectSignal } from '#http/server/client-disconnect.ts'
import { beginAnswer, errorAnswerOf } from '#http/server/errors.ts'
import { messagePage } from '#http/server/page/document.ts'
import { hideFromThirdParties, PAGE_TYPE, secure } from '#http/server/page/protect-page.ts'
import { parseValue } from '#shared/parse-value.ts'
import { notFound, RequestError } from '#shared/request-error.ts'
import { type AcceptDeps, acceptInvitation } from './accept-invitation.ts'
import { invitationForm } from './invitation-form.ts'

const Path = z.object({ token: z.string() })
const Form = InvitationAccept.omit({ token: true })
/**
 * The most bytes of a posted form. The longest form has a password of 1,000 characters and two names of 150
 * characters.
 */
const MAX_FORM_BYTES = 16 * 1024

/**
 * Registers `/invitation/:token`, the page that an invitation link opens. Opening the page does not use up
 * the invitation, because mail programs open links before people do. The OpenAPI document leaves this page
 * out, because it is for people. Programs use `/api/invitations/accept/`, which is in the document.
 */
export async function invitationPageRoutes(app: FastifyInstance, deps: AcceptDeps): Promise<void> {
  app.addHook('onRequest', hideFromThirdParties)
  secure(app, { ancestors: "'none'", forms: "'self'" })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
  )
  app.setErrorHandler((error, request, reply) => {
    const { status, body } = beginAnswer(error, request, reply)
    return sendPage(reply, status, messagePage(status < 500 ? 'Not possible' : 'Not available', body.detail))
  })
  const PAGE = { schema: { hide: true } }
  app.get('/invitation/:token', PAGE, async (request, reply) => {
    const { token } = parseValue(Path, request.params)
    return sendPage(reply, 200, await formOf(deps, token, null))
  })
  app.post('/invitation/:token', PAGE, async (request, reply) => {
    const { token } = parseValue(Path, request.params)
    try {
      const { password, first_name = '', last_name = '' } = parseValue(Form, request.body)
      // The device of the client is unknown here, because browsers send the device cookie to /api only.
      const client = { address: request.ip, device: null, signal: disconnectSignal(reply) }
      const given = { token, password, firstName: first_name, lastName: last_name, client }
      const { user, invitation } = await acceptInvitation(deps, given)
      const sentence = `You are a member of ${invitation.projectName}. Sign in as ${user.email} with your password.`
      return sendPage(reply, 200, messagePage('Welcome', sentence))
    } catch (error) {
      if (!(error instanceof RequestError) || error.kind === 'not_found') throw error
      const { status } = beginAnswer(error, request, reply)
      return sendPage(reply, status, await formOf(deps, token, errorAnswerOf(error).body.detail))
    }
  })
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type(PAGE_TYPE).send(page)

async function formOf(deps: AcceptDeps, token: string, error: string | null): Promise<string> {
  const invitation = await deps.invitations.byToken(token, deps.clock())
  if (invitation === null)
    throw notFound('This invitation was used or revoked, or has expired. Ask for a new one.')
  const hasAccount = (await deps.users.byEmail(invitation.email)) !== null
  return invitationForm({ ...invitation, hasAccount, error })
}
