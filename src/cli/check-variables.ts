import { unknownVariables, unsupportedVariables } from '#app/config.ts'
import { printError } from './print.ts'

/** Warns about unknown settings. @throws Error for a setting that this version does not support. */
export function checkVariables(): void {
  for (const name of unknownVariables())
    printError(`Unknown setting ${name}: it has no effect. docs/settings.md lists every setting.`)
  const [unsupported] = unsupportedVariables()
  if (unsupported !== undefined)
    throw new Error(
      `${unsupported} is set, but this version keeps its data in its own folder only. Unset it to start.`,
    )
}
