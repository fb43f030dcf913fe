import type { FastifySerializerCompiler } from 'fastify'
import { ResponseSerializationError } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { answerText } from '#shared/json-text.ts'
import { jsonPieces } from '#shared/large-json/json-pieces.ts'
import { type ComputedFields, writerOf } from './computed-fields.ts'

/** Writes a body as one text, or yields the text in pieces. */
export interface AnswerSerializer {
  (body: unknown): string
  pieces(body: unknown): Iterable<string>
}

/**
 * Returns the serializer of all JSON responses. It writes with {@link answerText}, because large integers
 * carry a mark inside the server, which must never get into a response. Compared with plain JSON, this takes
 * 2 microseconds longer for a small body, and 17 ms longer for a body of 6 MB. If `isChecked` is true, every
 * body is first checked against the contract.
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
