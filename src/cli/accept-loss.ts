import type { Command } from 'commander'
import { parseConfig } from '#app/config.ts'
import { folderOf } from '#app/folder-of.ts'
import type { Mismatch } from '#pairing/compare-stores.ts'
import { mismatchSentence } from '#pairing/store-mismatch.ts'
import { errorSentence } from './error-sentence.ts'
import { print, printError } from './print.ts'

/**
 * Adds `throughline accept-loss`, which makes the stores of a folder one pair again after files of one of
 * them were lost.
 */
export function addAcceptLossCommand(program: Command): void {
  program
    .command('accept-loss')
    .description('say what the data folder has lost; with --yes, make the folder usable without it')
    .option('--yes', 'accept the loss', false)
    .action(({ yes }: { yes: boolean }) => acceptLoss(yes))
}

async function acceptLoss(isAccepted: boolean): Promise<void> {
  try {
    const config = parseConfig()
    const folder = folderOf(config, 'accept-loss')
    // The module is imported here and not at the top, because it loads the event engine.
    const { acceptLossOf } = await import('#app/accept-loss.ts')
    print(report(folder, await acceptLossOf(config, isAccepted), isAccepted))
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

function report(folder: string, mismatches: readonly Mismatch[], isAccepted: boolean): string {
  if (mismatches.length === 0) return `Nothing was lost in ${folder}: both stores belong together.`
  const end = isAccepted
    ? 'The loss is accepted: the server can be started.'
    : 'Nothing was changed. Put the missing files back if you can; accept-loss --yes makes the folder usable without them.'
  return [...mismatches.flatMap((one) => [mismatchSentence(folder, one), lossSentence(one)]), end].join('\n')
}

function lossSentence({ kind }: Mismatch): string {
  switch (kind) {
    case 'metadata_missing':
      return 'Lost: all projects, users, keys, persons, groups, insights and dashboards. The events stay on the disk and belong to no project; the next start is a first start, and new projects get other ids.'
    case 'metadata_behind':
      return 'Lost: the last changes of projects, users, keys, insights and persons. Distinct ids that are missing from the metadata become new persons; their earlier events stay, and belong to persons without properties. If persons were deleted or keys were revoked in that time, do this again.'
    case 'events_missing':
      return 'Lost: all events. Projects, persons and insights stay.'
    case 'marks_missing':
      return 'It cannot be known whether anything is lost: both stores are used as they are.'
    case 'tables_missing':
    case 'parts_missing':
      return 'Lost: these rows, if they are events. Rows of persons, groups and cohorts are copied from the metadata again.'
    case 'foreign':
      return 'The stores of two installations cannot be combined.'
  }
}
