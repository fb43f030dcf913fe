import { z } from 'zod'

/** Whatever was sent: names and values are the client's. */
export const Properties = z.unknown().meta({ type: 'object' })

const EventPerson = z.object({
  is_identified: z.boolean(),
  distinct_ids: z.array(z.string()).describe('At most 10.'),
  properties: Properties.nullable().describe(
    'Null where as much is known of it that it takes more than 16 KiB: see persons/.',
  ),
})

export const EventBody = z
  .object({
    id: z.string().describe('Its uuid.'),
    distinct_id: z.string(),
    properties: Properties,
    event: z.string(),
    timestamp: z.string(),
    person: EventPerson.nullable().describe('As it is now. Null where the distinct id belongs to nobody.'),
    elements: z.array(z.unknown()).describe('Always empty: see `elements_chain`.'),
    elements_chain: z.string(),
  })
  .meta({ id: 'Event' })
export type EventBody = z.infer<typeof EventBody>

export const EventPage = z
  .object({
    next: z
      .string()
      .nullable()
      .describe(
        'What happened before these. Follow it as it is: `before` alone repeats events of one millisecond.',
      ),
    results: z.array(EventBody),
  })
  .meta({ id: 'PaginatedEventList' })
