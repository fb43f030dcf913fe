import { unknownVariables } from '#app/config.ts'
import { printError } from './print.ts'

/** Warns about unknown settings. */
export function checkVariables(): void {
  for (const name of unknownVariables())
    printError(`Unknown setting ${name}: it has no effect. docs/settings.md lists every setting.`)
}
