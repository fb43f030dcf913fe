/**
 * Regular expressions that take more than linear time, each with the limit of its text that makes this
 * harmless.
 */
export const HARMLESS: readonly { readonly file: string; readonly source: string; readonly why: string }[] = [
  {
    file: 'src/hogql/functions/text-functions.ts',
    source: String.raw`\\[\s\S]|\[\^?\]?(?:\[:\^?\w+:\]|\\[\s\S]|[^\]\\])*\]`,
    why: 'A pattern has at most 512 characters (PATTERN_LIMITS.regexLength).',
  },
  {
    file: 'src/shared/number-text.ts',
    source: '([\\d.,]+) ([a-z]+)',
    why: 'The text is a duration that this program has written.',
  },
  {
    file: 'web/features/dashboard/text-parts.ts',
    source: String.raw`\n{2,}|\n(?=#)|(?<=^#.*)\n`,
    why: 'The text of a tile has at most 4,000 characters.',
  },
  {
    file: 'web/features/dashboard/text-parts.ts',
    source: String.raw`\*\*(?<bold>[^*]+)\*\*|\[(?<label>[^\]]+)\]\((?<href>https?:\/\/[^\s)]+)\)`,
    why: 'The text of a tile has at most 4,000 characters.',
  },
]

/**
 * Files with regular expressions that are put together while the program runs, so that this check cannot read
 * them.
 */
export const PUT_TOGETHER: readonly { readonly file: string; readonly why: string }[] = [
  { file: 'src/app/config.ts', why: 'Anchored at both ends, of one part that repeats, 128 times at most.' },
  { file: 'src/app/process-memory.ts', why: 'The text is a file of the system of some kilobytes.' },
  { file: 'src/contract/insight-list.ts', why: 'A choice of fixed words, anchored at both ends.' },
  { file: 'src/imports/formats/umami.ts', why: 'Anchored at the start, with one part that repeats.' },
  { file: 'src/ingest/wire/iso-instant.ts', why: 'Anchored, and every part has a bound on its length.' },
  { file: 'src/ingest/wire/ordered-date.ts', why: 'Anchored, and every part has a bound on its length.' },
  { file: 'src/query/selector.ts', why: 'A selector has at most 1,000 characters (LIMITS.selectorLength).' },
  {
    file: 'src/query/version-range.ts',
    why: 'Anchored; the parts that repeat are told apart by their first sign.',
  },
  { file: 'src/shared/json-text.ts', why: 'The part that repeats begins with a mark that no text has.' },
  { file: 'web/features/ingest/report.ts', why: 'The text is a sample of an event, which is cut.' },
]
