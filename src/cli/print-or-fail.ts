import { errorSentence } from './error-sentence.ts'
import { print, printError } from './print.ts'

/**
 * Runs a command and prints the text that it returns, if any. On an error it prints one sentence and sets
 * the exit code to 1.
 */
export async function printOrFail(command: () => Promise<string | null>): Promise<void> {
  try {
    const text = await command()
    if (text !== null) print(text)
  } catch (error) {
    printError(errorSentence(error))
    process.exitCode = 1
  }
}
