import type { EventBody } from '#contract/event.ts'
import type { ListedEvent } from '#listings/events.ts'
import { isoInstant } from '#shared/clock.ts'

export const toEventBody = ({ properties, person, ...event }: ListedEvent): EventBody => ({
  id: event.uuid,
  distinct_id: event.distinctId,
  properties,
  event: event.event,
  timestamp: isoInstant(event.timestampMs),
  person: person && {
    is_identified: person.isIdentified,
    distinct_ids: [...person.distinctIds],
    properties: person.properties,
  },
  elements: [],
  elements_chain: typeof properties.$elements_chain === 'string' ? properties.$elements_chain : '',
})
