import { type DestinationStream, destination, type Logger, pino, stdTimeFunctions } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { errorFacts } from '#shared/error-facts.ts'
import type { Config } from './config.ts'
import { createRepeatedFailures } from './repeated-failures.ts'

type LogSettings = Pick<Config, 'THROUGHLINE_LOG' | 'THROUGHLINE_LOG_FORMAT'>

/**
 * Creates the operator's log. Words of an error that may quote data are left out, and equal errors are
 * written only once a minute. If the disk is full, lines are lost: nothing waits for them.
 */
export function createLog(
  { THROUGHLINE_LOG: level, THROUGHLINE_LOG_FORMAT: format }: LogSettings,
  output: DestinationStream = standardOutput(),
): Logger {
  const admit = createRepeatedFailures(() => performance.now())
  return pino(
    {
      level,
      // Leaves out the process id and the host name, which pino would add. Whatever collects the lines knows
      // both.
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod([fields, sentence, ...rest], write) {
          const { err, ...others } = (fields ?? {}) as { readonly err?: unknown }
          if (err === undefined) return write.call(this, fields as object, sentence, ...rest)
          const facts = errorFacts(err)
          const admitted = admit(String(sentence), facts)
          if (admitted === null) return
          const { leftOut } = admitted
          write.call(this, { ...others, error: facts, ...(leftOut > 0 && { leftOut }) }, sentence, ...rest)
        },
      },
    },
    format === 'json' ? output : readable(output),
  )
}

/**
 * Returns a function that logs the beginning and the end of a process. Its lines are written at every level
 * except `silent`.
 */
export function sayTo(log: Logger): (sentence: string) => void {
  const lines = log.level === 'silent' ? log : log.child({}, { level: 'info' })
  return (sentence) => lines.info(sentence)
}

function standardOutput(): DestinationStream {
  const output = destination({ fd: 1, sync: true })
  // Without a listener an error of the output would end the process.
  output.on('error', () => undefined)
  return output
}

function readable(output: DestinationStream): DestinationStream {
  const toText = prettyFactory({
    colorize: process.stdout.isTTY === true,
    singleLine: true,
    translateTime: false,
    errorLikeObjectKeys: ['error'],
  })
  return { write: (line) => output.write(toText(line)) }
}
