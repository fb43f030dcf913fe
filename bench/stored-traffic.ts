import type { StatementRunner } from '../src/engine/verbs.ts'
import { bound, type Fragment, sql } from '../src/fragments/fragment.ts'
import { renderLiterals } from '../src/fragments/literal.ts'
import { mergeParts } from './merge-parts.ts'

export interface Traffic {
  readonly events: number
  readonly persons: number
  readonly nowMs: number
}

const DAY_MS = 86_400_000
/** Number of days before now over which the events are spread. */
const DAYS = 90
const LARGEST_INSERT = 500_000

/**
 * Stores events of 90 days as the shop of `events.ts` would send them, and persons with ten properties.
 * - Traffic grows: 47 % of it is in the last 30 days.
 * - The median person has two sessions, and the busiest persons have hundreds.
 * - Events have 20 names, and 58 % of them are `$pageview`.
 * - An event has 27 properties (800 bytes). Every fiftieth event also has one of 300 rare properties.
 *
 * The parts of the table are merged at the end.
 */
export async function storeTraffic(engine: StatementRunner, traffic: Traffic): Promise<void> {
  await engine.command(renderLiterals(personsOf(traffic)))
  for (let from = 0; from < traffic.events; from += LARGEST_INSERT) {
    const count = Math.min(LARGEST_INSERT, traffic.events - from)
    await engine.command(renderLiterals(eventsOf(traffic, from, count)))
  }
  await mergeParts(engine)
}

const personsOf = ({
  persons,
  nowMs,
}: Traffic): Fragment => sql`INSERT INTO persons (project_id, person, created_at, is_identified, properties_raw, version)
SELECT
  1,
  number,
  fromUnixTimestamp64Milli(${bound('Int64', nowMs - DAYS * DAY_MS)}, 'UTC'),
  number % 3 = 0,
  concat(
    '{"plan":"', ['free', 'free', 'free', 'paid', 'team', 'trial'][number % 6 + 1],
    '","email":"person-', toString(number), '@shop.example',
    '","seats":', toString(number % 50),
    ',"country":"', ['DE', 'FR', 'US', 'GB', 'JP', 'BR', 'IN'][number % 7 + 1],
    '","language":"', ['de', 'fr', 'en', 'en', 'ja', 'pt', 'hi'][number % 7 + 1],
    '","is_customer":', if(number % 4 = 0, 'true', 'false'),
    ',"orders":', toString(number % 13),
    ',"industry":"industry-', toString(number % 40),
    '","referrer":"search.example","company":"company-', toString(number % 10000), '"}'
  ),
  1
FROM numbers(${bound('Int64', persons)})`

/** A session has twelve events. The next event of a session is a thousand events later. */
const eventsOf = (
  { events, persons, nowMs }: Traffic,
  from: number,
  count: number,
): Fragment => sql`INSERT INTO events (project_id, event, day, ts, person, distinct_id, uuid, properties_raw, inserted_at)
WITH
  cityHash64(number) AS random,
  intDiv(number, 12000) * 1000 + number % 1000 AS session,
  toUInt32(${bound('Int64', persons)} * pow(cityHash64(session, 'person') / 18446744073709551616, 2)) AS shopper,
  toUInt32(20000 * pow(cityHash64(number, 'page') / 18446744073709551616, 3)) AS page,
  toUInt8(random % 100) AS share,
  fromUnixTimestamp64Milli(${bound('Int64', nowMs - DAYS * DAY_MS)} + toInt64(${bound('Int64', DAYS * DAY_MS)} * pow(number / ${bound('Int64', events)}, 0.64)), 'UTC') AS at
SELECT
  1,
  multiIf(
    share < 58, '$pageview',
    share < 78, '$autocapture',
    share < 84, 'product viewed',
    share < 88, 'added to cart',
    share < 90, 'purchased',
    concat('step ', toString(intDiv(random, 100) % 15))
  ),
  toDate(at),
  at,
  shopper,
  concat('person-', toString(shopper)),
  generateUUIDv7(number),
  concat(
    '{"$browser":"', ['Chrome', 'Chrome', 'Chrome', 'Safari', 'Safari', 'Firefox', 'Edge', 'Opera'][shopper % 8 + 1],
    '","$os":"', ['Mac OS X', 'Windows', 'Linux', 'iOS', 'Android'][shopper % 5 + 1],
    '","$device_type":"', if(shopper % 3 = 0, 'Mobile', 'Desktop'),
    '","$current_url":"https://shop.example/catalogue/', toString(page % 100), '/', toString(page),
    '","$pathname":"/catalogue/', toString(page % 100), '/', toString(page),
    '","$host":"shop.example","$referrer":"https://search.example/","$referring_domain":"search.example","utm_source":"', if(page % 7 = 0, 'newsletter', 'search'),
    '","utm_medium":"cpc","utm_campaign":"autumn-', toString(page % 12),
    '","$lib":"web","$lib_version":"1.434.18","$session_id":"', toString(reinterpretAsUUID(sipHash128(session))),
    '","$device_id":"device-', toString(shopper),
    '","$screen_height":1080,"$screen_width":1920,"$viewport_height":900,"$viewport_width":1400,"$browser_version":', toString(120 + shopper % 12),
    ',"$insert_id":"insert-', toString(number),
    '","plan":"', if(shopper % 10 = 0, 'paid', 'free'),
    '","amount":', toString(page / 4),
    ',"currency":"EUR","is_returning":', if(shopper % 2 = 0, 'true', 'false'),
    ',"position":', toString(page % 20),
    ',"experiment":"variant-', toString(shopper % 3), '"',
    if(random % 50 = 0, concat(',"custom_', toString(intDiv(random, 1000) % 300), '":"', toString(random % 7), '"'), ''),
    '}'
  ),
  at
FROM numbers(${bound('Int64', from)}, ${bound('Int64', count)})
SETTINGS min_insert_block_size_rows = ${bound('Int64', LARGEST_INSERT)}, json_type_escape_dots_in_keys = 1, input_format_try_infer_dates = 0, input_format_try_infer_datetimes = 0`
