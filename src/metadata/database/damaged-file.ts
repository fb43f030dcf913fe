import { METADATA_FILE } from './metadata-files.ts'
import { DAMAGED_CODES } from './sqlite/codes.ts'

/** Returns a sentence for the error of a store whose file is damaged; null for any other error. */
export function damagedFileSentence(error: unknown): string | null {
  const { code = '' } = error as { readonly code?: string }
  return DAMAGED_CODES.includes(code)
    ? `The metadata cannot be read: its file ${METADATA_FILE} is damaged (${code}).`
    : null
}
