import { dateFormat } from '#web/ui/formatters.ts'

/** Returns the date of today in a time zone: `2026-11-15`. */
export const dayIn = (timeZone: string): string => dateFormat('en-CA', { timeZone }).format(Date.now())
