/**
 * Texts with a meaning in a language that requests pass through: quotes, comments, placeholders, patterns.
 */
export const HOSTILE_TEXTS = [
  // SQL
  "'",
  '"',
  '`',
  '\\',
  "\\'",
  "' OR 1=1 --",
  "'; DROP TABLE events; --",
  '/* comment */',
  '-- comment',
  '\\N',
  '\\x41',
  '\\u0041',
  // placeholders of printed statements
  '{p0:String}',
  '{p1:UInt32}',
  '{p5:String}',
  '{p6:Array(String)}',
  // patterns and formats
  '%',
  '_',
  '%2E',
  '%s',
  '$1',
  '$&',
  // paths inside a JSON column
  'a.b',
  '.',
  '.a.',
  '^a',
  '^`a`',
  ':Int64',
  'a[]',
  '@a',
  // JavaScript's own names
  '__proto__',
  'constructor',
  'toString',
  'null',
  // white space, invisible and multi-byte characters
  '\n',
  '\r\n\t',
  ' a ',
  '\u00A0',
  '\uFEFF',
  '\u202E',
  'e\u0301',
  '\u00E9',
  '😀',
  '👩‍👩‍👧',
  '</script>',
] as const

/** Returns a regular expression that matches exactly this text. */
export const escapedForRegex = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
