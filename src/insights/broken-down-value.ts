import type { BrokenDownBy } from '#query/breakdown.ts'
import type { EventValues } from '#sql/event-values.ts'
import { type Fragment, sql } from '#sql/fragment.ts'

/** The value of an event that a breakdown puts it into a row by: text, empty for a missing value. Numbers are in no bins yet. */
export function brokenDownValue({ value, normalizesUrl }: BrokenDownBy, values: EventValues): Fragment {
  const text = values.textOrEmpty(value)
  return normalizesUrl ? normalizedUrl(text) : text
}

/** Without its query and fragment, and without slashes at its end; a slash where nothing is left. */
function normalizedUrl(url: Fragment): Fragment {
  const trimmed = sql`trim(TRAILING '/' FROM extract(${url}, '^[^?#]*'))`
  return sql`multiIf(${url} = '', '', ${trimmed} = '', '/', ${trimmed})`
}
