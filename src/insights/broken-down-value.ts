import type { BrokenDownBy } from '#query/breakdown.ts'
import type { CleaningRule } from '#query/path-cleaning.ts'
import type { EventValues } from '#sql/event-values.ts'
import { type Fragment, sql } from '#sql/fragment.ts'
import { replacesRegex } from '#sql/pattern.ts'

/** The value of an event that a breakdown puts it into a row by: text, empty for a missing value. Numbers are in no bins yet. */
export function brokenDownValue(
  { value, normalizesUrl, cleaning = [] }: BrokenDownBy,
  values: EventValues,
): Fragment {
  const text = values.textOrEmpty(value)
  return cleaned(normalizesUrl ? normalizedUrl(text) : text, cleaning)
}

/** A rule that matches empty text makes no value of a missing one. */
function cleaned(path: Fragment, rules: readonly CleaningRule[]): Fragment {
  if (rules.length === 0) return path
  const replaced = rules.reduce((item, { regex, alias }) => replacesRegex(item, regex, alias), path)
  return sql`if(${path} = '', '', ${replaced})`
}

/** Without its query and fragment, and without slashes at its end; a slash where nothing is left. */
function normalizedUrl(url: Fragment): Fragment {
  const trimmed = sql`trim(TRAILING '/' FROM extract(${url}, '^[^?#]*'))`
  return sql`multiIf(${url} = '', '', ${trimmed} = '', '/', ${trimmed})`
}
