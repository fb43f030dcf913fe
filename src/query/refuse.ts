import { notSupported } from '#shared/request-error.ts'
import { attrOf, type Path } from './places.ts'

/** Refuses a field that this version does not compute: to ignore it would give a wrong number. @throws RequestError */
export function refuse(isAsked: boolean, what: string, path: Path): void {
  if (isAsked) throw notSupported(what, attrOf(path))
}
