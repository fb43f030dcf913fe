/** An error as fields of a log line. */
export interface ErrorFacts {
  readonly type: string
  /** Code of the failure, as the engine, the database or the system gives it. */
  readonly code?: string | number
  /** The kind of an EngineError. */
  readonly kind?: string
  /** Absent if it may quote a query, a body or a value. */
  readonly message?: string
  /** The frames of the stack. The first line of a stack is left out, because it repeats the message. */
  readonly stack?: string
}

/**
 * Converts an error to fields for the log. The message is left out if it may quote data: messages of the
 * engine contain the query and its values, and messages of a parser contain its input.
 */
export function errorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error }
  const { name, message, stack } = error
  const { code, kind } = error as { readonly code?: unknown; readonly kind?: unknown }
  const frames = stack?.split('\n').filter((line) => /^\s+at /.test(line))
  const number = /^(?:Error: )?Code: (\d+)\./.exec(message)?.[1]
  return {
    type: name,
    ...(isPrintable(code) ? { code } : number !== undefined && { code: Number(number) }),
    ...(typeof kind === 'string' && { kind }),
    ...(!mayQuote(name, message) && { message: withoutSecrets(message) }),
    ...(frames !== undefined && frames.length > 0 && { stack: frames.join('\n') }),
  }
}

/**
 * Describes an error in the middle of a log sentence: its type and code, and its message if the message
 * quotes no data.
 */
export function errorWords(error: unknown): string {
  const { type, code, kind, message } = errorFacts(error)
  const marks = [kind, code].filter((mark) => mark !== undefined)
  const named = marks.length === 0 ? type : `${type} ${marks.join(' ')}`
  return message === undefined ? named : `${named}: ${message}`
}

/** Replaces all project tokens and keys in a text. */
export const withoutSecrets = (text: string): string => text.replace(/\bph[a-z]_[\w-]+/g, '[secret]')

const isPrintable = (code: unknown): code is string | number =>
  typeof code === 'number' || (typeof code === 'string' && /^\w{1,40}$/.test(code))

const QUOTING: readonly string[] = ['EngineError', 'RequestError', 'SyntaxError', 'ZodError', '$ZodError']
// chDB itself throws a plain Error, whose message begins with `Code: ` and a number.
const mayQuote = (name: string, message: string) =>
  QUOTING.includes(name) || /^(?:Error: )?Code: \d+\./.test(message) || message.includes('DB::Exception')
