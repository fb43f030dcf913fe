import { expect, test } from 'vitest'
import { csvText } from './csv.ts'
import { fileName } from './download.ts'

test('a file begins with a mark, and quotes what needs it', () => {
  expect(
    csvText([
      ['name', 'total'],
      ['a,b "c"', 1.5],
      [null, true],
      ['=1+1', -3],
    ]),
  ).toBe('\ufeffname,total\r\n"a,b ""c""",1.5\r\n,true\r\n\'=1+1,-3\r\n')
})

test.each([
  ['Sign-up rate, per day', 'sign-up-rate-per-day.csv'],
  ['Gro\u0308ße/«Überblick»', 'größe-überblick.csv'],
  ['…', 'answer.csv'],
])('the file of %s', (title, name) => expect(fileName(title, 'csv')).toBe(name))
