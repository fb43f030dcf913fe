import { setTimeout as pause } from 'node:timers/promises'
import type { StatementRunner } from '../src/engine/verbs.ts'
import { sql } from '../src/fragments/fragment.ts'

/**
 * Merges the parts of the events and waits for the end, so that no merge falls into a measurement. The
 * engine does this in the background sooner or later. Reading a property from a part that is not merged yet
 * takes twice the CPU.
 */
export async function mergeParts(engine: StatementRunner): Promise<void> {
  await engine.command('OPTIMIZE TABLE events FINAL')
  while ((await runningMerges(engine)) > 0) await pause(1_000)
}

const runningMerges = async (engine: StatementRunner) =>
  (await engine.rows(sql`SELECT 1 FROM system.merges`, { name: 'bench.merges', projectId: null })).length
