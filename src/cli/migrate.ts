import { existsSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { ComparedInsights, InsightAnswer } from '#app/compare-insights.ts'
import { addressesOfMove, type Config, folderConfig, parseConfig, parseConfigWith } from '#app/config.ts'
import type { Moved } from '#app/move-stores.ts'
import { RequestError } from '#shared/request-error.ts'
import { errorSentence } from './error-sentence.ts'
import { moveProgress, withMoveDeps } from './move-deps.ts'
import { printOrFail } from './print-or-fail.ts'
import { thousands } from './progress.ts'

interface MigrateOptions {
  /** True if the address is in the environment. */
  readonly toClickhouse?: string | true
  readonly toPostgres?: string | true
  readonly toFolder?: string
  readonly reopen: boolean
  readonly insights: boolean
  readonly temp: string
}

/** Adds `throughline migrate`, which moves an installation between a data folder and servers. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description(
      'move the stores of the settings to servers, or back into a folder; copies while a server runs, and a second run after its stop ends the move',
    )
    .option(
      '--to-clickhouse [url]',
      'move the events there; without an address, to TO_CLICKHOUSE_URL; CLICKHOUSE_CLUSTER names a cluster',
    )
    .option('--to-postgres [url]', 'move the metadata there; without an address, to TO_DATABASE_URL')
    .option('--to-folder <folder>', 'move what is on servers into this empty folder')
    .option('--no-insights', 'do not compare the answers of saved insights')
    .option('--reopen', 'use stores again that were moved away, without what came later', false)
    .option('--temp <folder>', 'folder for a copy of a data folder on a read-only disk', tmpdir())
    .action((options: MigrateOptions) => printOrFail(() => migrate(options)))
}

async function migrate(options: MigrateOptions): Promise<string> {
  const from = parseConfig()
  if (options.reopen) {
    const { reopenStores } = await import('#app/leave-stores.ts')
    await withMoveDeps((deps) => reopenStores(from, deps))
    return 'The stores can be used again, as they were when they were moved.'
  }
  const { moveStores } = await import('#app/move-stores.ts')
  const beganMs = Date.now()
  const to = targetOf(from, options)
  const given = {
    temp: options.temp,
    isComparingInsights: options.insights,
    progress: moveProgress(),
  }
  const moved = await withMoveDeps((deps) => moveStores(from, to, { ...deps, ...given }))
  return report(moved, options, Date.now() - beganMs)
}

const ONLY_METADATA =
  'Only the metadata is on a server. Move the events to ClickHouse first, with migrate --to-clickhouse, and then both into a folder.'

/** @throws Error with a sentence if the options do not name one place */
function targetOf(from: Config, { toClickhouse, toPostgres, toFolder }: MigrateOptions): Config {
  const isUp = toClickhouse !== undefined || toPostgres !== undefined
  if (isUp === (toFolder !== undefined))
    throw new Error('Name a place: --to-clickhouse and --to-postgres, or one of them, or --to-folder.')
  if (toFolder !== undefined) return folderTarget(from, toFolder)
  if (toClickhouse !== undefined && from.CLICKHOUSE_URL !== undefined)
    throw new Error('CLICKHOUSE_URL is set: the events are on servers already.')
  if (toPostgres !== undefined && from.DATABASE_URL !== undefined)
    throw new Error('DATABASE_URL is set: the metadata is on a server already.')
  const given = {
    ...(toClickhouse !== undefined && { CLICKHOUSE_URL: addressOf('--to-clickhouse', toClickhouse) }),
    ...(toPostgres !== undefined && { DATABASE_URL: addressOf('--to-postgres', toPostgres) }),
  }
  try {
    return parseConfigWith(given)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new Error(`The new place: ${errorSentence(error)}`, { cause: error })
  }
}

/** @throws Error with a sentence if both stores cannot be moved into this folder */
function folderTarget(from: Config, toFolder: string): Config {
  if (from.DATABASE_URL === undefined && from.CLICKHOUSE_URL === undefined)
    throw new Error(
      'Both stores are in a folder already: set DATABASE_URL and CLICKHOUSE_URL to the servers.',
    )
  if (from.CLICKHOUSE_URL === undefined) throw new Error(ONLY_METADATA)
  if (from.DATABASE_URL === undefined && isSameFolder(toFolder, from.THROUGHLINE_DATA_DIR))
    throw new Error(
      'The metadata is in that folder, and both stores are copied into an empty one: name another folder.',
    )
  return folderConfig(toFolder)
}

const VARIABLES = { '--to-clickhouse': 'TO_CLICKHOUSE_URL', '--to-postgres': 'TO_DATABASE_URL' } as const

/**
 * @throws Error with a sentence if there is no address, or if everybody on the machine could read its
 * password
 */
function addressOf(option: keyof typeof VARIABLES, given: string | true): string {
  const variable = VARIABLES[option]
  const address = given === true ? addressesOfMove()[variable] : given
  if (address === undefined || address === '')
    throw new Error(`${option} has no address: set ${variable}, or give an address without a password.`)
  if (given !== true && HAS_PASSWORD.test(given))
    throw new Error(
      `A password on the command line can be read by all users of this machine: set ${variable} to the address, and give ${option} without one.`,
    )
  return address
}

const HAS_PASSWORD = /\/\/[^@/:]{0,1000}:[^@/]{1,1000}@|[?&]password=/

/** Whether two paths lead to one folder. */
function isSameFolder(one: string, other: string): boolean {
  const pathOf = (folder: string) => (existsSync(folder) ? realpathSync(folder) : resolve(folder))
  return pathOf(one) === pathOf(other)
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

function report(moved: Moved, options: MigrateOptions, tookMs: number): string {
  const { events, metadataRows, pausedMs, insights, place } = moved
  const lines = [
    ...(events === null ? [] : [eventsSentence(events)]),
    ...(events === null || events.unread === 0 ? [] : [unreadSentence(events)]),
    ...(metadataRows === null ? [] : [`The metadata is equal in both: ${thousands(metadataRows)} rows.`]),
    ...(pausedMs === null ? [] : [`Changes waited for ${Math.ceil(pausedMs)} ms.`]),
  ]
  if (insights === null)
    return [
      ...lines,
      `This took ${seconds(tookMs)}. Throughline still runs on the old stores, and the copy lacks what comes from now on.`,
      'Stop it, and run the same command again: it copies what is new, and ends the move.',
    ].join('\n')
  if (insights.differing.length > 0) throw new Error([...lines, differingSentence(insights)].join('\n'))
  return [
    ...lines,
    ...(options.insights ? [`${thousands(insights.compared)} saved insights have the same answers.`] : []),
    ...(insights.unanswered.length > 0 ? [unansweredSentence(insights)] : []),
    `This took ${seconds(tookMs)}. The move to ${place} has ended, and the old stores refuse to start.`,
    settingsSentence(options),
  ].join('\n')
}

const eventsSentence = ({ rows, added, deleted }: NonNullable<Moved['events']>) =>
  `The events are equal in both, by count and checksum of each project and day: ${thousands(rows)}, of which ${thousands(added)} were copied now; ${thousands(deleted)} were deleted from the copy.`

/** Names some of the insights. */
const namesOf = (insights: readonly InsightAnswer[]) =>
  insights
    .slice(0, 10)
    .map(({ projectId, shortId, name }) => `${name} (project ${projectId}, ${shortId})`)
    .join(', ')

const unansweredSentence = ({ unanswered }: ComparedInsights) =>
  `${thousands(unanswered.length)} saved insights have no answer on either side, and were not compared: ${namesOf(unanswered)}.`

const unreadSentence = ({ unread }: NonNullable<Moved['events']>) =>
  `The new store could not read the properties of ${thousands(unread)} of the copied events. It has them as text, and filters do not find them.`

function differingSentence({ compared, differing }: ComparedInsights): string {
  return `${thousands(differing.length)} of ${thousands(compared)} saved insights have another answer in the copy: ${namesOf(differing)}. The move has not ended. Run the command again, or with --no-insights if their answers depend on more than the data.`
}

function settingsSentence({ toClickhouse, toPostgres, toFolder }: MigrateOptions): string {
  if (toFolder !== undefined)
    return `Start Throughline with THROUGHLINE_DATA_DIR=${toFolder}, without DATABASE_URL and CLICKHOUSE_URL.`
  const names = [
    ...(toPostgres === undefined ? [] : ['DATABASE_URL']),
    ...(toClickhouse === undefined ? [] : ['CLICKHOUSE_URL']),
  ]
  return `Set ${names.join(' and ')} to the address that you gave here, and start Throughline.`
}
