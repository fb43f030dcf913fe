import { errorSentence } from './error-sentence.ts'

/** Prints the text that a command returns, if any; on an error it prints one sentence and sets exit code 1. */
export async function printOrFail(command: () => Promise<string | null>): Promise<void> {
  try {
    const text = await command()
    if (text !== null) console.log(text)
  } catch (error) {
    console.error(errorSentence(error))
    process.exitCode = 1
  }
}
