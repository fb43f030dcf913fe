import { type Fragment, sql } from '#fragments/fragment.ts'

/**
 * The columns of a table of the event store that hold properties. Questions read `json`. `raw` has the JSON
 * text as it was sent.
 */
export interface PropertySource {
  readonly json: Fragment
  readonly raw: Fragment
  /** Paths inside `json` that have a declared type: `Nullable(String)`, or a LowCardinality of it. */
  readonly typed: ReadonlySet<string>
}

/** Properties of an event. */
export const EVENT_PROPERTIES: PropertySource = {
  json: sql`properties`,
  raw: sql`properties_raw`,
  typed: new Set([
    '$browser',
    '$current_url',
    '$device_type',
    '$geoip_country_code',
    '$host',
    '$lib',
    '$os',
    '$pathname',
    '$referring_domain',
    '$session_id',
    'utm_campaign',
    'utm_medium',
    'utm_source',
  ]),
}

/** Properties of a person or a group, in the tables of the event store that mirror the metadata. */
export const MIRRORED_PROPERTIES: PropertySource = {
  json: sql`properties`,
  raw: sql`properties_raw`,
  typed: new Set(),
}
