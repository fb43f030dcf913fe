import { z } from 'zod'
import { Flag, knownParameters } from './known-parameters.ts'
import { pageLimit, wholeNumber } from './paging.ts'
import { clientText, Format } from './text.ts'

const ELEMENT_EVENTS = ['$autocapture', '$rageclick', '$dead_click'] as const
const MOST_CHAINS = 1_000

const Included = z.enum(ELEMENT_EVENTS)

export const ElementStatsQuery = knownParameters({
  ...Format.shape,
  limit: pageLimit(MOST_CHAINS, 250).describe('Rows on a page: 250 by default, 1,000 at most.'),
  offset: wholeNumber({ least: 0, whenAbsent: 0 }).describe('Rows to skip.'),
  include: z
    .union([Included, z.array(Included)], `Use one or several of ${ELEMENT_EVENTS.join(', ')}.`)
    .transform((events) => [events].flat())
    .optional()
    .describe(`Events to count, one or several: ${ELEMENT_EVENTS.join(', ')}. By default $autocapture.`),
  date_from: clientText(100)
    .optional()
    .describe('The start of the range, in the forms that questions have. -7d by default.'),
  date_to: clientText(100)
    .optional()
    .describe('The end of the range, in the forms that questions have. Now by default.'),
  properties: clientText(100_000).optional().describe('Property filters as JSON text.'),
  filter_test_accounts: Flag.describe('Whether to leave out the events of test accounts.'),
  paginate_response: Flag.describe('Accepted and ignored: the response always has pages.'),
  sampling_factor: clientText(20).optional().describe('Accepted and ignored: every event is counted.'),
})

const Element = z
  .object({
    order: z.int().describe('0 is the clicked element, 1 the element around it.'),
    tag_name: z.string(),
    text: z.string().nullable(),
    href: z.string().nullable(),
    attr_id: z.string().nullable(),
    attr_class: z.array(z.string()).nullable(),
    nth_child: z.int().nullable(),
    nth_of_type: z.int().nullable(),
    attributes: z
      .record(z.string(), z.string())
      .describe('The attributes of the element in the page. Their names begin with `attr__`.'),
  })
  .meta({ id: 'Element' })
export type ElementBody = z.infer<typeof Element>

export const ElementStatsBody = z
  .object({
    next: z.string().nullable(),
    previous: z.string().nullable(),
    results: z.array(
      z.object({
        count: z.int().describe('The number of events.'),
        type: z.string().describe('The name of these events.'),
        hash: z.null(),
        elements: z.array(Element).describe('The clicked element first, then the elements around it.'),
      }),
    ),
  })
  .meta({ id: 'PaginatedElementStats' })
