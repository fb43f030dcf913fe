import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import { PageQuery } from '#contract/paging.ts'
import { ProjectPath } from '#contract/paths.ts'
import { type OpenLinkBody, OpenLinkPageBody } from '#contract/sharing.ts'
import { projectOf } from '#http/server/authenticate.ts'
import { list } from '#http/server/list.ts'
import { counted, countedPage } from '#http/server/paging.ts'
import type { OpenLink, OpenLinks } from '#metadata/sharing/open-links.ts'

export interface OpenLinkDeps {
  readonly openLinks: OpenLinks
}

/**
 * Registers `/sharing/`, which lists all enabled links: everything that people outside of the project can
 * see. A link is disabled by the calls of the insight or dashboard that it shows.
 */
export function openLinkRoutes(app: FastifyInstance, { openLinks }: OpenLinkDeps): void {
  list(
    app,
    {
      get: '/sharing/',
      summary: 'List the enabled links of a project, newest first',
      tag: 'sharing',
      scope: 'sharing_configuration:read',
      params: ProjectPath,
      query: PageQuery,
      answer: OpenLinkPageBody,
      paging: counted,
    },
    async (request, position) => {
      const { id } = projectOf(request)
      const found = await openLinks.list(id, position)
      return countedPage(position, await openLinks.count(id), found.map(toBody))
    },
  )
}

const toBody = (link: OpenLink): z.infer<typeof OpenLinkBody> => ({
  type: link.type,
  id: link.id,
  short_id: link.shortId,
  name: link.name,
  access_token: link.accessToken,
  created_at: link.createdAt,
  may_change_dates: link.mayChangeDates,
})
