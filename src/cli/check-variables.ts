import { unknownVariables, unsupportedVariables } from '#app/config.ts'

/** Warns of settings that nothing reads. @throws Error for one that asks for what this version has not. */
export function checkVariables(): void {
  for (const name of unknownVariables())
    console.error(`Unknown setting ${name}: it changes nothing. README.md lists every setting.`)
  const [unsupported] = unsupportedVariables()
  if (unsupported !== undefined)
    throw new Error(
      `${unsupported} is set, but this version keeps its data in its own folder only. Unset it to start.`,
    )
}
