import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export const TOKEN = 'phc_bench_0123456789abcdef'
/** The options of Node that `npm start` uses. */
const NODE_OPTIONS = ['--max-semi-space-size=32']
export const KEY = 'phx_bench_0123456789abcdef'

/**
 * The server in a process of its own, so that its CPU and memory are measured without those of the sender.
 */
export interface MeasuredServer {
  readonly url: string
  /** Returns user and system time so far, in ms. */
  cpuMs(): number
  /** Returns the resident memory now and at its highest, in MiB. */
  memoryMiB(): { readonly now: number; readonly peak: number }
  /**
   * POSTs to a path of the first project and returns the parsed answer.
   * @throws Error on a failure.
   */
  ask(path: string, body: object): Promise<unknown>
  /**
   * POSTs to a path of the first project and reads the answer without keeping it.
   * @returns the number of its bytes.
   * @throws Error on a failure.
   */
  sizeOf(path: string, body: object): Promise<number>
  /**
   * Sends a request to a path of the first project and returns the text of its answer.
   * @throws Error on a failure.
   */
  send(method: 'GET' | 'POST', path: string, body?: object): Promise<string>
  stop(): Promise<void>
}

/** Starts a server on a folder. `environment` is added to the settings. */
export async function startMeasuredServer(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<MeasuredServer> {
  const program = fileURLToPath(new URL('../bin/throughline.cjs', import.meta.url))
  const child = spawn(process.execPath, [...NODE_OPTIONS, program, 'serve'], {
    env: {
      PORT: '0',
      THROUGHLINE_DATA_DIR: folder,
      THROUGHLINE_INIT_PROJECT_TOKEN: TOKEN,
      THROUGHLINE_INIT_PERSONAL_API_KEY: KEY,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await printedUrl(child)
  const pid = child.pid ?? 0
  const begun = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(`${url}/api/projects/1${path}`, {
      method,
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status} ${await response.text()}`)
    return response
  }
  const send = async (method: 'GET' | 'POST', path: string, body?: object) =>
    (await begun(method, path, body)).text()
  return {
    url,
    cpuMs: () => cpuMsOf(pid),
    memoryMiB: () => ({ now: statusMiB(pid, 'VmRSS'), peak: statusMiB(pid, 'VmHWM') }),
    send,
    async sizeOf(path, body) {
      let bytes = 0
      const response = await begun('POST', path, body)
      for await (const part of response.body ?? []) bytes += part.byteLength
      return bytes
    },
    ask: async (path, body) => JSON.parse(await send('POST', path, body)),
    async stop() {
      const exited = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await exited
    },
  }
}

async function printedUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The server has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /Throughline answers at (\S+)/.exec(line)?.[1]
    if (url !== undefined) {
      child.stdout.resume()
      return url
    }
  }
  throw new Error('The server ended before it answered')
}

// CPU times are read from /proc in these ticks, which works on Linux only.
const TICKS_PER_SECOND = 100

function cpuMsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

function statusMiB(pid: number, field: string): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(line?.[1]) / 1024)
}
