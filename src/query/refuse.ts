import { nearestName, quoted } from '#contract/nearest-name.ts'
import { invalid, notSupported, type RequestError } from '#shared/request-error.ts'
import { attrOf, type Path } from './places.ts'

/** Refuses a field that this version does not compute: to ignore it would give a wrong number. @throws RequestError */
export function refuse(isAsked: boolean, what: string, path: Path): void {
  if (isAsked) throw notSupported(what, attrOf(path))
}

/** A field that has one of some names. */
export interface NamedField {
  /** The field in a sentence: `math`. */
  readonly noun: string
  readonly path: Path
  /** All names of the interface, with those that are not computed. */
  readonly all: readonly string[]
}

/**
 * The name among those that are supported.
 * @throws RequestError `not_supported` for another name of the interface, `invalid_choice` for any other, with the nearest one.
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

/** The refusal of a name that is not among the supported ones, as {@link requireOneOf} throws it. */
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
