import type { Command } from 'commander'
import { parseConfig } from '#app/config.ts'
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
    .description('say what the data folder has lost; with --yes, make it usable without that')
    .option('--yes', 'accept the loss', false)
    .action(({ yes }: { yes: boolean }) => acceptLoss(yes))
}

async function acceptLoss(isAccepted: boolean): Promise<void> {
  try {
    const config = parseConfig()
    // Imported here and not at the top, because it loads the event engine.
    const { acceptLossOf } = await import('#app/accept-loss.ts')
    print(report(config.THROUGHLINE_DATA_DIR, await acceptLossOf(config, isAccepted), isAccepted))
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}

function report(folder: string, mismatches: readonly Mismatch[], isAccepted: boolean): string {
  if (mismatches.length === 0) return `Nothing was lost in ${folder}: both stores belong together.`
  const end = isAccepted
    ? 'The loss is accepted: the server can be started.'
    : 'Nothing was changed. Put the missing files back if you can; accept-loss --yes goes on without them.'
  return [...mismatches.flatMap((one) => [mismatchSentence(folder, one), lossSentence(one)]), end].join('\n')
}

function lossSentence({ kind }: Mismatch): string {
  switch (kind) {
    case 'metadata_missing':
      return 'Lost: all projects, users, keys, persons, groups, insights and dashboards. The events stay on the disk and belong to no project; the next start is a first start, and new projects get other ids.'
    case 'metadata_behind':
      return 'Lost: the last changes of projects, users, keys, insights and persons. Distinct ids that the metadata lacks get new numbers and are new persons; their earlier events stay, as persons without properties. Deletions of persons of that time must be requested again, and revoked keys revoked again.'
    case 'events_missing':
      return 'Lost: all events. Projects, persons and insights stay.'
    case 'marks_missing':
      return 'Whether something is lost cannot be known: the two stores are taken as they are.'
    case 'tables_missing':
    case 'parts_missing':
      return 'Lost: these rows. Copies of persons and groups are made anew, events are not.'
    case 'foreign':
      return 'Stores of two installations cannot become one.'
  }
}
