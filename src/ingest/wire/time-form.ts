/** The unit of a Unix number. */
export const TIME_UNITS = ['s', 'ms', 'us', 'ns'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

/**
 * The order of the parts in a date that is not ISO 8601. The 4th of March is 4/3/2026 with `dmy`, 3/4/2026
 * with `mdy` and 2026/3/4 with `ymd`.
 */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/**
 * The form that the owner of a file states for its times. If a field is null, each time is read by its own
 * form.
 */
export interface TimeForm {
  /** The unit of numbers, whatever their number of digits. */
  readonly unit: TimeUnit | null
  /** The order of the parts of dates such as `03/04/2026`. Without an order, such dates are not read. */
  readonly dateOrder: DateOrder | null
}

export const SAYS_ITSELF: TimeForm = { unit: null, dateOrder: null }
