/** An error as fields of a log line. */
export interface ErrorFacts {
  readonly type: string
  /** The number or name of the failure, as the engine, the database or the system gives it. */
  readonly code?: string | number
  /** The kind of an EngineError. */
  readonly kind?: string
  /** Absent where it may quote a query, a body or a value. */
  readonly message?: string
  /** The frames alone: the first line of a stack is the message again. */
  readonly stack?: string
}

/**
 * An error for the log. Its message is left out where it may quote data: the engine's own text has the query and its values, and that
 * of a parser its input.
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

/** An error in the middle of a sentence of the log: its type, and its code or its words where they quote nothing. */
export function errorWords(error: unknown): string {
  const { type, code, kind, message } = errorFacts(error)
  const marks = [kind, code].filter((mark) => mark !== undefined)
  const named = marks.length === 0 ? type : `${type} ${marks.join(' ')}`
  return message === undefined ? named : `${named}: ${message}`
}

/** A text in which no token of a project and no key is left. */
export const withoutSecrets = (text: string): string => text.replace(/\bph[a-z]_[\w-]+/g, '[secret]')

const isPrintable = (code: unknown): code is string | number =>
  typeof code === 'number' || (typeof code === 'string' && /^\w{1,40}$/.test(code))

const QUOTING: readonly string[] = ['EngineError', 'RequestError', 'SyntaxError', 'ZodError', '$ZodError']
// An error of chDB itself is a plain one, which begins like this.
const mayQuote = (name: string, message: string) =>
  QUOTING.includes(name) || /^(?:Error: )?Code: \d+\./.test(message) || message.includes('DB::Exception')
