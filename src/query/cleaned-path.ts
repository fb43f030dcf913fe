import { withoutEnd } from '#shared/without-end.ts'

/** The end of a path or an address that `is_cleaned_path_exact` leaves out, in the syntax that RE2 shares. */
export const UNCLEAN_END = String.raw`/*(?:[?#][\s\S]*)?$`

/** A path or an address without query, fragment and slashes at the end. */
export function cleanedPath(path: string): string {
  const end = path.search(/[?#]/)
  return withoutEnd(end < 0 ? path : path.slice(0, end), (sign) => sign === '/')
}
