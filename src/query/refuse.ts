import { nearestName, quoted } from '#contract/nearest-name.ts'
import { attrOf, type Path } from '#shared/field-paths.ts'
import { invalid, notSupported, type RequestError } from '#shared/request-error.ts'

/**
 * Refuses a field that this version does not compute, because ignoring it would give a wrong number.
 * @throws RequestError
 */
export function refuse(isAsked: boolean, what: string, path: Path): void {
  if (isAsked) throw notSupported(what, attrOf(path))
}

/** A field whose value is one of several names. */
export interface NamedField {
  /** The name of the field in a sentence: `math`. */
  readonly noun: string
  readonly path: Path
  /** All names of the interface, including names that are not computed. */
  readonly all: readonly string[]
}

/**
 * Returns the name if it is among the supported ones.
 * @throws RequestError `not_supported` for another name of the interface, `invalid_choice` with the nearest
 * name for any other text.
 */
export function requireOneOf<Name extends string>(
  name: string,
  supported: readonly Name[],
  field: NamedField,
): Name {
  const found = supported.find((one) => one === name)
  if (found === undefined) throw notOneOf(name, supported, field)
  return found
}

/** Makes the error that {@link requireOneOf} throws for a name that is not supported. */
export function notOneOf(
  name: string,
  supported: readonly string[],
  { noun, path, all }: NamedField,
): RequestError {
  const isKnown = all.includes(name)
  const nearest = isKnown ? null : nearestName(name, [...supported, ...all])
  return invalid(
    isKnown ? 'not_supported' : 'invalid_choice',
    `The ${noun} ${quoted(name)} is not supported.${nearest === null ? '' : ` Did you mean "${nearest}"?`} Supported here: ${supported.join(', ')}.`,
    attrOf(path),
  )
}
