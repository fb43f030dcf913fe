import type { QueryNode } from '#web/api/query-node.ts'

const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a shell command that asks the question. The key is read from a variable. */
export const curlOf = (origin: string, projectId: number, node: QueryNode): string =>
  [
    `curl ${inQuotes(`${origin}/api/projects/${projectId}/query/`)}`,
    `  -H "Authorization: Bearer $THROUGHLINE_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${inQuotes(JSON.stringify({ query: node }))}`,
  ].join(' \\\n')
