import type { Checked } from '#imports/check-files.ts'
import { thousands } from './progress.ts'
import { table } from './table.ts'

/** Returns the text that `import --check` prints. */
export function checkReport(checked: Checked): string {
  const { files, events, names, hasMoreNames, fromMs, toMs, sample } = checked
  const lines = [
    table([
      ['FILE', 'FORMAT', 'ROWS'],
      ...files.map(({ file, format, rows }) => [file, format, thousands(rows)]),
    ]),
    '',
    table([['EVENT', 'COUNT'], ...names.map(([name, count]) => [name, thousands(count)])]),
  ]
  if (hasMoreNames) lines.push('and others')
  lines.push('')
  if (fromMs !== null && toMs !== null)
    lines.push(
      `${thousands(events)} events, from ${new Date(fromMs).toISOString()} to ${new Date(toMs).toISOString()}.`,
    )
  lines.push(...checked.columnsLeftOut)
  for (const [reason, count] of Object.entries(checked.leftOut))
    lines.push(`${thousands(count)} rows left out: ${reason}.`)
  for (const [reason, { count, first }] of Object.entries(checked.setAside))
    lines.push(`${thousands(count)} rows set aside, the first at ${first}: ${reason}`)
  lines.push(...inPartLines(checked.inPart))
  if (sample !== null) lines.push('', `The first event: ${sample}`)
  lines.push('', 'Nothing was sent.')
  return lines.join('\n')
}

/**
 * Returns one line for each reason for which only a part of an event was stored. `inPart` has the number of
 * such events by reason.
 */
export const inPartLines = (inPart: Readonly<Record<string, number>>): string[] =>
  Object.entries(inPart).map(
    ([reason, count]) => `${thousands(count)} events stored in part: ${reason} (docs/capture.md).`,
  )
