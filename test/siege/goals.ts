import type { Exit } from '../fixtures/server-process.ts'
import type { SampleReport } from './samples.ts'

const QUESTION_P95_MS = 1_000
const CAPTURE_P99_MS = 500
/** Memory of the process without questions, in MiB. */
const PROCESS_MIB = 270
/** The factor by which the engine's own memory may exceed its setting. */
const ENGINE_SHARE = 1.9
/** Returns the memory in MiB that a process may take by its settings. */
export const mostMiB = (engineMiB: number, bodiesMiB: number): number =>
  Math.round(PROCESS_MIB + ENGINE_SHARE * engineMiB + bodiesMiB)

/** Returns the goals that were missed, each as a sentence with its figures. */
export function missedGoals(
  measured: Readonly<Record<string, SampleReport>>,
  peakMiB: number,
  mostMiB: number,
  exit: Exit,
): string[] {
  const question = measured['short question']
  const capture = measured.capture
  const goals: readonly (readonly [boolean, string])[] = [
    [
      isUnder(question?.p95, QUESTION_P95_MS),
      `short question: p95 ${question?.p95} ms of ${QUESTION_P95_MS}`,
    ],
    [isUnder(capture?.p99, CAPTURE_P99_MS), `capture: p99 ${capture?.p99} ms of ${CAPTURE_P99_MS}`],
    [isFaultless(question), 'short question: some were not answered'],
    [isFaultless(capture), 'capture: some requests were not answered with 200'],
    [peakMiB <= mostMiB, `memory: ${peakMiB} MiB of ${mostMiB}`],
    [exit.code === 0, `the server ended with ${exit.code ?? exit.signal}`],
  ]
  return goals.flatMap(([isReached, sentence]) => (isReached ? [] : [sentence]))
}

const isUnder = (value: number | undefined, most: number) => value !== undefined && value < most
const isFaultless = (report: SampleReport | undefined) =>
  report !== undefined && report.count > 0 && Object.keys(report.failures).length === 0
