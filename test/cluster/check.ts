import { askServer } from '../fixtures/clickhouse/ask-server.ts'
import type { Cluster } from './cluster.ts'

/** One thing that a cluster must do. */
export interface Check {
  readonly name: string
  /**
   * Returns figures to print.
   * @throws Error if an answer is wrong.
   */
  readonly run: (cluster: Cluster) => Promise<object>
}

/** @throws Error if the two differ as JSON. */
export function expectSame(what: string, found: unknown, expected: unknown): void {
  const [foundText, expectedText] = [found, expected].map((value) => JSON.stringify(value))
  if (foundText !== expectedText) throw new Error(`${what}: ${foundText} instead of ${expectedText}`)
}

/** Runs a statement on each server in turn, and returns the answers. */
export async function askEach({ servers }: Pick<Cluster, 'servers'>, statement: string): Promise<string[]> {
  const answers: string[] = []
  for (const server of servers) answers.push(await askServer(server, statement))
  return answers
}

/** Returns the text of the error of a statement that must fail. */
export async function errorOf(answer: Promise<unknown>): Promise<string> {
  const error = await answer.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof Error) return error.message
  throw new Error('A statement was answered that had to fail')
}
