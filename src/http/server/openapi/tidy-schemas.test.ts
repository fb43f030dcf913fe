import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import { tidySchemas } from './tidy-schemas.ts'

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (name: string) => ({ type: 'array', items: to(name) })

/** Returns the schemas that remain if operations refer only to the given names. */
function tidied(leadTo: readonly string[], schemas: object) {
  const paths = Object.fromEntries(leadTo.map((name) => [`/${name}`, { get: { schema: to(name) } }]))
  const document = tidySchemas({
    openapi: '3.1.0',
    info: { title: '', version: '' },
    paths,
    components: { schemas },
  } as unknown as OpenAPIV3_1.Document)
  return {
    schemas: document.components?.schemas,
    references: JSON.stringify(document.paths).match(/\w+"\}/g),
  }
}

test('a schema stays if an operation uses it, directly or through others', () => {
  const schemas = { A: listOf('B'), B: listOf('C'), C: listOf('A'), D: listOf('E'), E: {} }
  expect(tidied(['A'], schemas).schemas).toEqual({ A: listOf('B'), B: listOf('C'), C: listOf('A') })
})

test('the form for requests has the plain name if it is the only one', () => {
  const schemas = { A: {}, AInput: listOf('BInput'), B: {}, BInput: {} }
  expect(tidied(['AInput'], schemas)).toEqual({ schemas: { A: listOf('B'), B: {} }, references: ['A"}'] })
})

test('both forms keep their names where both are used', () => {
  const schemas = { A: {}, AInput: listOf('BInput'), BInput: {} }
  expect(tidied(['A', 'AInput'], schemas)).toEqual({
    schemas: { A: {}, AInput: listOf('B'), B: {} },
    references: ['A"}', 'AInput"}'],
  })
})
