import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { BUNDLE_VARIABLES } from '../fixtures/bundled-program.ts'

const LOOK_EVERY_MS = 100
/** The kernel counts in hundredths of a second. */
const TICKS_PER_SECOND = 100

export interface ImportRun {
  /** The exit code of the importer; null if the importer was killed. */
  readonly code: number | null
  readonly seconds: number
  readonly cpuSeconds: number
  readonly peakMegabytes: number
  readonly output: string
}
interface ImportStart {
  readonly program: string
  readonly folder: string
  /** Further options of the command. */
  readonly options?: readonly string[]
  readonly file: string
  /** Called several times a second. Returning true kills the importer. */
  isTimeToKill(): boolean
}

/** Runs `throughline import` against a running server, and measures what it took. */
export async function runImport({
  program,
  folder,
  options = [],
  file,
  isTimeToKill,
}: ImportStart): Promise<ImportRun> {
  const startedMs = performance.now()
  const child = spawn(process.execPath, [program, 'import', file, '--project', '1', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BUNDLE_VARIABLES, THROUGHLINE_DATA_DIR: folder },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  let code: number | null | undefined
  const exited = new Promise<void>((resolve) =>
    child.once('close', (exit) => {
      code = exit
      resolve()
    }),
  )
  let cpuSeconds = 0
  let peakMegabytes = 0
  while (code === undefined) {
    await Promise.race([exited, pause(LOOK_EVERY_MS)])
    cpuSeconds = cpuSecondsOf(child.pid ?? 0) ?? cpuSeconds
    peakMegabytes = peakMegabytesOf(child.pid ?? 0) ?? peakMegabytes
    if (code === undefined && isTimeToKill()) child.kill('SIGKILL')
  }
  return { code, seconds: (performance.now() - startedMs) / 1_000, cpuSeconds, peakMegabytes, output }
}

/** Returns the CPU time so far of a process with all its threads; null if it has ended. */
export function cpuSecondsOf(pid: number): number | null {
  const text = contentOf(`/proc/${pid}/stat`)
  const [, fields = ''] = /^.*\) (.*)$/s.exec(text ?? '') ?? []
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return user === undefined || system === undefined ? null : (user + system) / TICKS_PER_SECOND
}

function peakMegabytesOf(pid: number): number | null {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(contentOf(`/proc/${pid}/status`) ?? '')
  return found === null ? null : Math.round(Number(found[1]) / 1_000)
}

function contentOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
