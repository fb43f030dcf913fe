import type { GivenEvent, Properties } from './filter-definition.ts'

/**
 * Implements docs/semantics/sessions.md: returns the events, each with the values of its session. Every
 * session given here lasts a day at most.
 */
export function inSessions(events: readonly GivenEvent[]): GivenEvent[] {
  return events.map((event) => {
    const id = event.properties.$session_id
    if (typeof id !== 'string' || id === '') return event
    const own = events.filter(({ properties }) => properties.$session_id === id)
    return { ...event, sessionProperties: sessionOf(own.toSorted((a, b) => a.atMs - b.atMs)) }
  })
}

/** Returns the values of the session that has these events, which must be in order of time. */
function sessionOf(events: readonly GivenEvent[]): Properties {
  const views = events.filter(({ name }) => name === '$pageview' || name === '$screen')
  const entry = viewedAt(views[0], views, (texts) => texts[0])
  const end = viewedAt(views.at(-1), views, (texts) => texts.at(-1))
  const [startMs, endMs] = [events[0]?.atMs ?? 0, events.at(-1)?.atMs ?? 0]
  const count = (name: string) => events.filter((event) => event.name === name).length
  return {
    $session_duration: (endMs - startMs) / 1000,
    $event_count: events.length,
    $pageview_count: count('$pageview'),
    $screen_count: count('$screen'),
    $autocapture_count: count('$autocapture'),
    $start_timestamp: new Date(startMs).toISOString().replace('T', ' '),
    $end_timestamp: new Date(endMs).toISOString().replace('T', ' '),
    ...urlParts('entry', entry.$current_url),
    ...urlParts('end', end.$current_url),
    $entry_referring_domain: entry.$referring_domain ?? null,
    $entry_utm_source: entry.utm_source ?? null,
    $entry_utm_medium: entry.utm_medium ?? null,
    $entry_utm_campaign: entry.utm_campaign ?? null,
    $entry_utm_term: entry.utm_term ?? null,
    $entry_utm_content: entry.utm_content ?? null,
    $entry_gclid: entry.gclid ?? null,
    $channel_type: channelOf(entry),
    $is_bounce: views.length <= 1 && count('$autocapture') === 0 && endMs - startMs < 10_000,
  }
}

/**
 * Returns the property values of all views in the same millisecond as `view`. For each property, `pick`
 * chooses one of its texts in alphabetical order; a missing value is the empty text.
 */
function viewedAt(
  view: GivenEvent | undefined,
  views: readonly GivenEvent[],
  pick: (texts: readonly string[]) => string | undefined,
): Properties {
  const tied = views.filter(({ atMs }) => atMs === view?.atMs).map(({ properties }) => properties)
  const keys = [...new Set(tied.flatMap((properties) => Object.keys(properties)))]
  return Object.fromEntries(
    keys.map((key) => [key, pick(tied.map((properties) => String(properties[key] ?? '')).sort()) || null]),
  )
}

function urlParts(which: 'entry' | 'end', url: Properties[string] | undefined): Properties {
  if (typeof url !== 'string') return {}
  const { hostname, pathname } = new URL(url)
  return {
    [`$${which}_current_url`]: url,
    [`$${which}_hostname`]: hostname,
    [`$${which}_pathname`]: pathname,
  }
}

/**
 * Returns the channel of a session. The conditions are the rows of the document's table in their order, for
 * the values that the oracle asks.
 */
function channelOf(entry: Properties): string {
  const of = (key: string) => String(entry[key] ?? '').toLowerCase()
  const [medium, source, domain] = [of('utm_medium'), of('utm_source'), of('$referring_domain')]
  const names = `${source} ${domain === 't.co' ? 'twitter' : domain}`.split(/[^a-z0-9]+/)
  const isFrom = (...sites: string[]) => sites.some((site) => names.includes(site))
  const isPaid = of('gclid') !== '' || medium === 'cpc' || medium === 'paid_social'
  const rows: readonly (readonly [boolean, string])[] = [
    [of('utm_campaign') === 'cross-network', 'Cross Network'],
    [isPaid && isFrom('google', 'bing'), 'Paid Search'],
    [isPaid && isFrom('facebook', 'twitter'), 'Paid Social'],
    [isPaid && isFrom('youtube'), 'Paid Video'],
    [isPaid, 'Paid Unknown'],
    [medium === 'email', 'Email'],
    [medium === 'affiliate', 'Affiliate'],
    [medium === 'banner', 'Display'],
    [isFrom('google', 'bing'), 'Organic Search'],
    [isFrom('facebook', 'twitter') || medium === 'social', 'Organic Social'],
    [isFrom('youtube'), 'Organic Video'],
    [(domain !== '' && domain !== '$direct') || medium === 'referral', 'Referral'],
    [source === '' && medium === '', 'Direct'],
  ]
  return rows.find(([holds]) => holds)?.[1] ?? 'Unknown'
}
