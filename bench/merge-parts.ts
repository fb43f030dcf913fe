import { setTimeout as pause } from 'node:timers/promises'
import type { Engine } from '../src/engine/engine.ts'
import { sql } from '../src/sql/fragment.ts'

/**
 * Merges the parts of the events, as the engine does in the background sooner or later, and waits for the end, so that no merge falls into a measurement. A
 * property of a part that is not merged yet takes two times the CPU to read.
 */
export async function mergeParts(engine: Engine): Promise<void> {
  await engine.command('OPTIMIZE TABLE events FINAL')
  while ((await runningMerges(engine)) > 0) await pause(1_000)
}

const runningMerges = async (engine: Engine) =>
  (await engine.rows(sql`SELECT 1 FROM system.merges`, { name: 'bench.merges', projectId: null })).length
