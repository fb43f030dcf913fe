import { z } from 'zod'
import { knownFields } from './known-parameters.ts'
import { pageBody } from './paging.ts'

export const SharingWrite = knownFields(
  {
    enabled: z.boolean().optional().describe('Whether the link works.'),
    may_change_dates: z
      .boolean()
      .optional()
      .describe('Whether visitors may choose another range of dates, from the ranges that links offer.'),
    password_required: z
      .literal(false, 'A link needs no password: leave the field out, or send false.')
      .nullish(),
    settings: z
      .record(z.string(), z.never('The page of a link has no settings: leave the field out, or send {}.'))
      .nullish(),
  },
  // Fields of the response, accepted because clients send back whole bodies.
  ['created_at', 'access_token', 'share_passwords', 'state'],
).meta({ id: 'SharingWrite' })

/** The body of the sharing of an insight or dashboard. */
export const SharingBody = z
  .object({
    created_at: z.string().nullable().describe('When it was first shared; null if it never was.'),
    enabled: z.boolean(),
    access_token: z
      .string()
      .describe(
        'The token of the link. It stays the same until it is replaced. It gives no access while the link is disabled.',
      ),
    may_change_dates: z
      .boolean()
      .describe('Whether visitors may choose another range of dates, from the ranges that links offer.'),
  })
  .meta({ id: 'SharingConfiguration' })

export const OpenLinkBody = z
  .object({
    type: z.enum(['insight', 'dashboard']),
    id: z.int().describe('The id of the insight or dashboard.'),
    short_id: z.string().nullable().describe('The short id of an insight; null for a dashboard.'),
    name: z.string().nullable(),
    access_token: z.string().describe('The last part of the address `/shared/:token`.'),
    created_at: z.string().describe('When it was first shared.'),
    may_change_dates: z.boolean(),
  })
  .meta({ id: 'OpenLink' })
export const OpenLinkPageBody = pageBody(OpenLinkBody, 'PaginatedOpenLinkList')

/**
 * A query parameter that is accepted in place of a key by the list of insights, the read of an insight and
 * the read of a dashboard.
 */
export const SharingAccessToken = z
  .string()
  .optional()
  .describe(
    'Instead of a key: the token of a link, which gives access to the insight or dashboard of the link only.',
  )
