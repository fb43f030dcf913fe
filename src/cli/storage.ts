import type { Command } from 'commander'
import { type Config, parseConfig } from '#app/config.ts'
import type { Storage } from '#app/find-storage.ts'
import { printError } from './print.ts'
import { printOrFail } from './print-or-fail.ts'
import { thousands } from './progress.ts'
import { table } from './table.ts'

/** Adds `throughline storage`, which shows what takes the space of the data folder. */
export function addStorageCommand(program: Command): void {
  program
    .command('storage')
    .description(
      'print space and events by project and month, caches, and what can be freed; works while a server runs',
    )
    .action(() => printOrFail(async () => report(await look(parseConfig()))))
}

async function look(config: Config): Promise<Storage> {
  const { readStorage } = await import('#app/read-storage.ts')
  return readStorage(config, printError)
}

const KiB = 1024
const size = (bytes: number): string =>
  bytes < 10 * KiB ** 2
    ? `${thousands(Math.ceil(bytes / KiB))} KiB`
    : `${thousands(Math.round(bytes / KiB ** 2))} MiB`

function report(storage: Storage): string {
  const { months } = storage
  const rows = months.map(({ projectId, month, events, bytes }) => [
    String(projectId),
    month,
    thousands(events),
    size(bytes),
    (bytes / events).toFixed(1),
  ])
  const events = months.reduce((sum, one) => sum + one.events, 0)
  const perEvent = events === 0 ? '' : `, ${(storage.eventStoreBytes / events).toFixed(1)} bytes an event`
  const files = storage.eventStoreFiles === null ? '' : ` in ${thousands(storage.eventStoreFiles)} files`
  const metadata = storage.metadataBytes === null ? 'a PostgreSQL database' : size(storage.metadataBytes)
  return [
    table([['PROJECT', 'MONTH', 'EVENTS', 'SIZE', 'BYTES AN EVENT'], ...rows]),
    '',
    `Event store: ${size(storage.eventStoreBytes)}${files}${perEvent}.`,
    `Metadata: ${metadata}, of which cached results have ${size(storage.cachedBytes)}.`,
    `Freed automatically within minutes: ${size(storage.replacedBytes)} of files that merges have replaced.`,
    `Can be freed: ${size(storage.keptBytes)} in before-upgrade and rolled-back-* (delete them), cached results (THROUGHLINE_ANSWER_CACHE_MIB).`,
  ].join('\n')
}
