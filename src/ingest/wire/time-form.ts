/** The unit of a Unix number. */
export const TIME_UNITS = ['s', 'ms', 'us', 'ns'] as const
export type TimeUnit = (typeof TIME_UNITS)[number]

/** The order of the parts of a date that is not ISO 8601: `dmy` for 4/3/2026 in March, `mdy` for April, `ymd` for 2026/3/4. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

/** What the owner of a file says of its times; null for what each time says itself. */
export interface TimeForm {
  /** The unit of numbers, whatever their digits. */
  readonly unit: TimeUnit | null
  /** The order of dates such as `03/04/2026`, which are not read without one. */
  readonly dateOrder: DateOrder | null
}

export const SAYS_ITSELF: TimeForm = { unit: null, dateOrder: null }
