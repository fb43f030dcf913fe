import { quoted } from '#contract/nearest-name.ts'
import type { Warning } from '#contract/warning.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'

/** Makes the warning that a field has no effect. `why` ends the sentence, and says what to do. */
export const notUsed = (path: Path, why: string): Warning => ({
  code: 'ignored',
  detail: `${quoted(String(path.at(-1)))} has no effect: ${why}`,
  attr: attrOf(path),
})
