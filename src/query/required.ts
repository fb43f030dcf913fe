import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid } from '#shared/request-error.ts'

const missing = (path: Path) => invalid('required', 'This field is required.', attrOf(path))

/** @throws RequestError if the text is absent or empty. */
export function requireText(value: string | null | undefined, path: Path): string {
  if (value) return value
  throw missing(path)
}

/** Returns the index of a group type, 0 to 4. @throws RequestError if it is absent or anything else. */
export function requireGroupTypeIndex(index: number | null | undefined, path: Path): number {
  if (index === undefined || index === null) throw missing(path)
  if (Number.isInteger(index) && index >= 0 && index <= 4) return index
  throw invalid('invalid_input', 'The index of a group type is 0 to 4.', attrOf(path))
}
