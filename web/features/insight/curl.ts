import type { QueryNode } from '#web/api/query-node.ts'

const inQuotes = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Returns a shell command that sends a question to the server. The command reads the key from an
 * environment variable.
 */
export const curlOf = (origin: string, projectId: number, node: QueryNode): string =>
  [
    `curl ${inQuotes(`${origin}/api/projects/${projectId}/query/`)}`,
    `  -H "Authorization: Bearer $THROUGHLINE_KEY"`,
    `  -H 'Content-Type: application/json'`,
    `  -d ${inQuotes(JSON.stringify({ query: node }))}`,
  ].join(' \\\n')
