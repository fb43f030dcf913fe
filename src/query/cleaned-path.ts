/** The end of a path or an address that `is_cleaned_path_exact` leaves out, in the syntax that RE2 shares. */
export const UNCLEAN_END = String.raw`/*(?:[?#][\s\S]*)?$`

/** A path or an address without query, fragment and slashes at the end. */
export const cleanedPath = (path: string): string => path.replace(new RegExp(UNCLEAN_END), '')
