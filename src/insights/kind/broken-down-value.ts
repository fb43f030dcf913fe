import type { BrokenDownBy } from '#query/breakdown.ts'
import type { CleaningRule } from '#query/path-cleaning.ts'
import type { EventValues } from '#sql/event-values.ts'
import { type Fragment, sql } from '#sql/fragment.ts'
import { replacesRegex } from '#sql/pattern.ts'

/**
 * Returns the value by which a breakdown puts an event into a row: text, empty for a missing value. Numbers
 * are not yet put into bins.
 */
export function brokenDownValue(
  { value, normalizesUrl, cleaning = [] }: BrokenDownBy,
  values: EventValues,
): Fragment {
  const text = values.textOrEmpty(value)
  return cleaned(normalizesUrl ? normalizedUrl(text) : text, cleaning)
}

/** Applies cleaning rules to a path. A missing value stays missing, even if a rule matches empty text. */
function cleaned(path: Fragment, rules: readonly CleaningRule[]): Fragment {
  if (rules.length === 0) return path
  const replaced = rules.reduce((item, { regex, alias }) => replacesRegex(item, regex, alias), path)
  return sql`if(${path} = '', '', ${replaced})`
}

/**
 * Removes the query and the fragment of a URL, and slashes at its end. If nothing is left, the result is a
 * slash.
 */
function normalizedUrl(url: Fragment): Fragment {
  const trimmed = sql`trim(TRAILING '/' FROM extract(${url}, '^[^?#]*'))`
  return sql`multiIf(${url} = '', '', ${trimmed} = '', '/', ${trimmed})`
}
