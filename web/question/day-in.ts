import { dateFormat } from '#web/ui/formatters.ts'

/** Today in a time zone, as `2026-11-15`. */
export const dayIn = (timeZone: string): string => dateFormat('en-CA', { timeZone }).format(Date.now())
