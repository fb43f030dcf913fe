import { z } from 'zod'
import { ErrorBody } from './error-body.ts'

export const SharedPath = z.object({ token: z.string().describe('The token of a shared insight.') })

export const PAGE_TYPE = 'text/html; charset=utf-8'
const page = (description: string) => ({ description, content: { 'text/html': { schema: z.string() } } })

/** What the data of a shared insight answers, beside the Insight. */
export const sharedErrors = { 404: ErrorBody, 500: ErrorBody, 503: ErrorBody, 504: ErrorBody }

/** What a page of a shared insight answers, in HTML whatever happens. */
export const pageResponses = {
  200: page('The insight.'),
  404: page('The link is unknown or disabled, or its insight deleted: it does not say which.'),
  500: page('It cannot be shown.'),
  503: page('It cannot be shown now.'),
  504: page('It took too long to compute.'),
}
