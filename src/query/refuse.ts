import { notSupported } from '#shared/request-error.ts'
import { attrOf, type Path } from './places.ts'

/** Refuses a part of a question that this version does not compute: ignored, it would be a wrong number. @throws RequestError */
export function refuse(isAsked: boolean, what: string, path: Path): void {
  if (isAsked) throw notSupported(what, attrOf(path))
}
