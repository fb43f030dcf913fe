import { EngineError } from '#engine/engine-error.ts'
import type { QueryOptions } from '#engine/event-store.ts'
import { createQuestions, type Questions, questionLimits, type RunStatement } from '#engine/questions.ts'
import {
  type EngineSettings,
  settingsOfConverter,
  settingsOfReader,
  settingsOfStream,
  UNLIMITED,
} from '#engine/reader-settings.ts'
import { createRowStreams, type RowStreams } from '#engine/stream/row-streams.ts'
import type { QueryTurns } from '#engine/turns/query-turns.ts'
import { withinTime } from '#engine/within-time.ts'
import { askEach } from './cluster/each-shard.ts'
import type { Layout } from './layout.ts'
import type { Server } from './server.ts'
import { bytesBody, JSON_BODY, linesBody, type ReadBody, type ServerReading } from './server-reading.ts'

interface QuestionDeps {
  readonly layout: Layout
  readonly reading: ServerReading
  readonly queryMemoryBytes: number
}

interface ServerQuestionDeps extends QuestionDeps {
  readonly turns: QueryTurns
  readonly querySeconds: number
  /** Runs a query of the server's own work. */
  readonly askServer: (
    server: Server,
    statement: string,
    options: QueryOptions,
    settings: EngineSettings,
  ) => Promise<unknown[]>
}

/** Makes the questions that servers answer: one server that knows all rows, or a server of each shard. */
export function createServerQuestions(deps: ServerQuestionDeps): Questions {
  const { layout, reading, turns, queryMemoryBytes } = deps
  const limits = questionLimits(queryMemoryBytes, deps.querySeconds)
  const { seconds } = limits
  const settingsOf = (rows: number, bytes: number) =>
    settingsOfReader(queryMemoryBytes, { rows, bytes, seconds })
  const converter = settingsOfConverter(queryMemoryBytes, { ...limits, rows: 0 })
  const inTime = <Data>(
    settings: EngineSettings,
    body: ReadBody<Data>,
    joined: (answers: readonly Data[]) => Data,
  ): RunStatement<Data> => {
    const ask = (server: Server, ...rest: Parameters<RunStatement<Data>>) =>
      reading.ask({ client: server.reader, settings: asked(layout, settings, server), body }, ...rest)
    return (statement, options, waitedMs) =>
      withinTime(seconds, async () => {
        if (!options.eachShard) return ask(layout.initiator(), statement, options, waitedMs)
        const answers = await askEach(layout.shards(), options, (server, ofShard) =>
          ask(server, statement, ofShard, waitedMs),
        )
        return joined(answers)
      })
  }
  const rowsOf = (answers: readonly unknown[][]) => answers.flat()
  return createQuestions(
    {
      small: inTime(settingsOf(limits.rows, limits.bytes), JSON_BODY, rowsOf),
      large: inTime(settingsOf(0, 0), linesBody(limits), rowsOf),
      native: inTime(settingsOf(0, limits.bytes), bytesBody('Native', limits.bytes), (answers) =>
        joinedBytes(answers, limits.bytes),
      ),
      parquet: (statement, options, waitedMs) =>
        withinTime(seconds, () => {
          const body = bytesBody('Parquet', limits.bytes)
          const way = { client: layout.initiator().writer, settings: converter, body }
          return reading.ask(way, statement, options, waitedMs)
        }),
      upkeep: (statement, options) => deps.askServer(layout.initiator(), statement, options, layout.settings),
    },
    turns,
    limits.bytes,
  )
}

/** Makes the streams of rows from servers. */
export function createServerStreams({ layout, reading, queryMemoryBytes }: QuestionDeps): RowStreams {
  const settings = settingsOfStream(Math.floor(queryMemoryBytes / 2), UNLIMITED)
  return createRowStreams(async (statement, options, receive) => {
    for (const server of options.eachShard ? layout.shards() : [layout.initiator()]) {
      const way = { client: server.reader, settings: asked(layout, settings, server) }
      await reading.stream(way, statement, options, receive)
    }
  })
}

// A profile with `readonly = 2` lets no request set it again.
function asked(layout: Layout, settings: EngineSettings, { readonly }: Server): EngineSettings {
  const { readonly: own, ...others } = settings
  return { ...layout.settings, ...others, ...(readonly !== null && own !== undefined && { readonly }) }
}

/** @throws EngineError `too_large` if the answers of all shards together are too large */
function joinedBytes(answers: readonly Uint8Array[], maxBytes: number): Uint8Array {
  const [only] = answers
  if (only !== undefined && answers.length === 1) return only
  const bytes = new Uint8Array(answers.reduce((sum, one) => sum + one.byteLength, 0))
  if (bytes.byteLength > maxBytes)
    throw new EngineError('too_large', 'The results of all shards have too many bytes.')
  let at = 0
  for (const one of answers) {
    bytes.set(one, at)
    at += one.byteLength
  }
  return bytes
}
