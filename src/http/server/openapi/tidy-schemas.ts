import type { OpenAPIV3_1 } from 'openapi-types'

const REFERENCE = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/**
 * Removes the schemas that no operation uses. Each schema has two forms: one for responses, and one for
 * requests, whose name ends in `Input`. Most schemas are used in one form only. If only the form for
 * requests is used, its name loses the ending.
 */
export function tidySchemas(document: OpenAPIV3_1.Document): OpenAPIV3_1.Document {
  const schemas = document.components?.schemas ?? {}
  const used = reachable(JSON.stringify(document.paths), schemas)
  const names = [...used].filter((name) => Object.hasOwn(schemas, name))
  const shorter = new Map(names.map((name) => [name, shortName(name, used)]))
  const renamed = <T>(value: T): T =>
    JSON.parse(
      JSON.stringify(value).replaceAll(
        REFERENCE,
        (_, name: string) => `"$ref":"#/components/schemas/${shorter.get(name) ?? name}"`,
      ),
    )
  const kept = names.sort().map((name) => [shorter.get(name), schemas[name]])
  return {
    ...document,
    paths: renamed(document.paths ?? {}),
    components: { ...document.components, schemas: renamed(Object.fromEntries(kept)) },
  }
}

function reachable(text: string, schemas: Readonly<Record<string, unknown>>): Set<string> {
  const found = new Set<string>()
  for (const waiting = [text]; waiting.length > 0; )
    for (const [, name = ''] of (waiting.pop() ?? '').matchAll(REFERENCE)) {
      if (found.has(name)) continue
      found.add(name)
      waiting.push(JSON.stringify(schemas[name] ?? null))
    }
  return found
}

function shortName(name: string, used: ReadonlySet<string>): string {
  const short = name.replace(/Input$/, '')
  return used.has(short) ? name : short
}
