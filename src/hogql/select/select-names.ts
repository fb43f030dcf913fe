import type { CheckContext, NamedPart } from '#hogql/check/checked.ts'
import { refuseAt } from '#hogql/refuse.ts'
import type { Syntax } from '#hogql/syntax/syntax.ts'
import type { SourceNames } from './source-names.ts'

/** The names that an expression in a SELECT can use. */
export interface SelectNames {
  readonly sources: readonly SourceNames[]
  readonly aliases: ReadonlyMap<string, Syntax>
  /**
   * Whether an alias hides a column of the same name. This is so in GROUP BY, HAVING and ORDER BY.
   * Elsewhere a column hides an alias.
   */
  readonly aliasFirst: boolean
}

type Field = Syntax & { kind: 'field' }

/** Whether a part is the alias of an item in this clause. */
export function isAlias({ aliases, aliasFirst, sources }: SelectNames, syntax: Syntax): boolean {
  if (syntax.kind !== 'field' || syntax.chain.length !== 1 || !aliases.has(syntax.chain[0] ?? ''))
    return false
  return aliasFirst || sources.every((source) => source.named(syntax.chain, syntax.at) === null)
}

/**
 * Returns the value or the properties that the sources have under a name; null if no source has the name.
 * @throws RequestError for a name that several sources have.
 */
export function inSources(
  sources: readonly SourceNames[],
  context: CheckContext,
  { chain, at }: Field,
): NamedPart | null {
  const [first = '', ...rest] = chain
  const owner = rest.length === 0 ? undefined : sources.find(({ name }) => name === first)
  const owned = owner?.named(rest, at) ?? null
  if (owned !== null) return owned
  const found = sources.flatMap((source) => {
    const part = source.named(chain, at)
    return part === null ? [] : [{ source, part }]
  })
  if (found.length > 1) {
    const choices = found.map(({ source }) => `${source.name ?? '?'}.${chain.join('.')}`.slice(0, 60))
    throw refuseAt(
      context.source,
      at,
      `has the name '${chain.join('.').slice(0, 60)}', which several sources have: write ${choices.slice(0, 3).join(' or ')}`,
    )
  }
  return found[0]?.part ?? null
}

/** Returns the columns that can be named, for the end of an error message. */
export function hintOf({ sources }: SelectNames): string {
  const names = sources.flatMap((source) => source.all(0).map(({ name }) => name))
  const shown = [...new Set(names)].slice(0, 20).join(', ').slice(0, 400)
  if (shown === '') return ': the statement has no FROM'
  return `: columns are ${shown}, and a property is properties.x`
}
