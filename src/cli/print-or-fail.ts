import { errorSentence } from './error-sentence.ts'
import { print, printError } from './print.ts'

/** Prints the text that a command returns, if any; on an error it prints one sentence and sets exit code 1. */
export async function printOrFail(command: () => Promise<string | null>): Promise<void> {
  try {
    const text = await command()
    if (text !== null) print(text)
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}
