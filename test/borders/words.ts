/** Words that only some files of the server may have. */
interface GuardedWords {
  readonly words: RegExp
  /** Beginnings of the paths of the files that may have the words. */
  readonly files: readonly string[]
  /** What to use instead, as a sentence. */
  readonly instead: string
}

const DATABASE = 'src/metadata/database/'

/** Rules that the linter cannot check, because they do not concern imports. Tests are exempt. */
const GUARDED_WORDS: readonly GuardedWords[] = [
  {
    words: /(?<![.\w])system\.[a-z_]+/,
    files: ['src/engine/'],
    instead: 'Only src/engine reads system tables: add a method to EventStore or LocalEventStore.',
  },
  {
    words: /\bPRAGMA\b|\.pragma\(|\bSQLITE_[A-Z]+|\bsqlite_[a-z]+|\bSqlite[A-Z]\w+|'libsql'/,
    files: [`${DATABASE}sqlite/`],
    instead: `Only ${DATABASE}sqlite names SQLite: add a member to Dialect or FileDialect.`,
  },
  {
    words: /\bpg_(?!dump)[a-z_]+|\bPostgres[A-Z]\w+|'pg'/,
    files: [`${DATABASE}postgres/`],
    instead: `Only ${DATABASE}postgres names PostgreSQL: add a member to Dialect.`,
  },
  {
    words: /\/(?:sqlite|postgres)\/(?:[\w-]+)\.ts/,
    files: [DATABASE],
    instead: `Only ${DATABASE} imports a form of the dialect.`,
  },
  {
    words: /\bLocalEventStore\b/,
    files: ['src/engine/', 'src/app/', 'src/backup/', 'src/pairing/', 'src/http/server/health.ts'],
    instead: 'A user of questions, inserts and deletions depends on EventStore.',
  },
]

/** Returns a line for each place of a file with words that this file may not have. */
export function misplacedWords(file: string, text: string): string[] {
  const guarded = GUARDED_WORDS.filter(({ files }) => !files.some((start) => file.startsWith(start)))
  return text
    .split('\n')
    .flatMap((line, i) =>
      guarded
        .filter(({ words }) => words.test(line))
        .map(({ words, instead }) => `${file}:${i + 1} has "${words.exec(line)?.[0]}". ${instead}`),
    )
}
