import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/**
 * Words that stopped somebody who used the page for the first time. The page shows the second of each pair
 * now.
 */
const RETIRED = [
  ['Counted in', 'Start counting'],
  ['in any period', 'every time'],
  ['They first did', 'Starting event'],
  ['And came back to do', 'Return event'],
  ['count as coming back', 'Events needed to count as returned'],
  ['those who began', 'all who started'],
  ['label="Points"', 'label="Smoothing"'],
  ['as counted', 'none'],
  ['Other events between', 'Order of steps'],
  ['allowed, any order', 'any order'],
  ['of the step before', '% of the previous step'],
  ['Dropped before,', 'Dropped before this step'],
  ['Most edges', 'Edges to show at most'],
  ['Least paths', 'Hide edges with fewer than'],
  ['Taken as one', 'Group items'],
  ['taken as one', 'grouped'],
  ['min of quiet', '30 min without events'],
  ['by the rules of the project', "by the project's rules"],
  ['Of those there', 'Share of paths at From'],
  ['Own events', 'Custom events'],
  ['one after another', 'Paths of persons through'],
  ['Take off', 'Remove'],
  ['Another distance', 'Earlier by…'],
  ['The period before', 'Previous period'],
  ['Ask again', 'Refresh'],
  ['who did ${', 'Persons with'],
  ["who did '", 'Persons with'],
  ['did `', 'Persons with'],
  ['rows of a statement.', 'Result of the SQL statement.'],
  ['Make one of what is here', 'Create one from your events'],
  ['Tokens nobody has', 'Unknown tokens'],
  ['What became of them', 'Outcome'],
  ['Nothing differs enough', 'No significant differences'],
  ['Point before', 'Previous point'],
  ['Ask about them', 'New insight with this cohort'],
  ['is not open to you', 'You have no access to'],
  ['Interface for programs', 'API reference'],
  ['could not be answered', 'This question failed'],
] as const

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm
const sources = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|schema\.d\.ts$/.test(file),
)
const texts = sources.map(
  (file) => [file, readFileSync(`web/${file}`, 'utf8').replaceAll(COMMENTS, '')] as const,
)

test('there are sources to look at', () => {
  expect(texts.length).toBeGreaterThan(300)
})

test.each(RETIRED)('the page does not say "%s" in place of "%s"', (retired) => {
  expect(texts.filter(([, text]) => text.includes(retired)).map(([file]) => file)).toEqual([])
})
