import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerText } from '#shared/json-text.ts'
import { jsonPieces } from '#shared/large-json/json-pieces.ts'
import { type ComputedFields, writerOf } from './computed-fields.ts'

/** Writes a body at once, or as pieces of the text. */
export interface AnswerSerializer {
  (body: unknown): string
  pieces(body: unknown): Iterable<string>
}

/**
 * Returns the serializer of all JSON responses. {@link answerText} writes integers exactly: internally they
 * carry a mark, which must never leave the server. This takes 2 microseconds more than plain JSON for a
 * small body, and 17 ms more for one of 6 MB. With `isChecked`, every body is first checked against the
 * contract.
 */
export const serializeAnswer =
  (isChecked: boolean, computedFields: ComputedFields): FastifySerializerCompiler<z.ZodType> =>
  ({ schema, method, url }) => {
    const write = writerOf(schema, computedFields) ?? ((body: unknown) => body)
    const written = (body: unknown) => {
      if (!isChecked) return write(body)
      const checked = z.safeEncode(schema, body)
      if (checked.error) throw new ResponseSerializationError(method, url, { cause: checked.error })
      return write(checked.data)
    }
    const serializer: AnswerSerializer = Object.assign((body: unknown) => answerText(written(body)), {
      pieces: (body: unknown) => jsonPieces(written(body), answerText),
    })
    return serializer
  }
