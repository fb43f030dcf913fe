import { withoutEnd } from '#shared/without-end.ts'

/**
 * Matches the end of a path or an address that the operator `is_cleaned_path_exact` ignores: slashes, and a
 * query or a fragment after them. JavaScript and RE2 both read this syntax.
 */
export const UNCLEAN_END = String.raw`/*(?:[?#][\s\S]*)?$`

/** Removes the query, the fragment and the slashes at the end of a path or an address. */
export function cleanedPath(path: string): string {
  const end = path.search(/[?#]/)
  return withoutEnd(end < 0 ? path : path.slice(0, end), (sign) => sign === '/')
}
