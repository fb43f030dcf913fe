import { expect, test } from 'vitest'
import { isDerived, isMadeFrom, type PartName, parsePartName } from './part-name.ts'

const name = (text: string): PartName => {
  const parsed = parsePartName(text)
  if (parsed === null) throw new Error(`${text} is no name of a part`)
  return parsed
}

test.each([
  ['202601_3_7_1_9', { partition: '202601', firstBlock: 3, lastBlock: 7, level: 1, mutation: 9 }],
  ['202601_12_12_0', { partition: '202601', firstBlock: 12, lastBlock: 12, level: 0, mutation: 0 }],
  ['all_1_4_2', { partition: 'all', firstBlock: 1, lastBlock: 4, level: 2, mutation: 0 }],
])('the name %s', (text, expected) => {
  expect(parsePartName(text)).toEqual({ text, ...expected })
})

test.each([
  'detached',
  'format_version.txt',
  'mutation_9.txt',
  'tmp_merge_202601_3_7_1',
  'tmp_insert_202601_3_3_0',
  'tmp_mut_202601_3_3_0_9',
  'delete_tmp_202601_3_3_0',
  '202601_3_7',
  '',
])('%j is no name of a part', (text) => {
  expect(parsePartName(text)).toBeNull()
})

test.each([
  ['202601_3_3_0', false],
  ['202601_3_3_0_9', true],
  ['202601_3_7_1', true],
])('whether %s was made from other parts: %s', (text, expected) => {
  expect(isDerived(name(text))).toBe(expected)
})

test.each([
  ['202601_3_7_1', '202601_3_3_0', true],
  ['202601_3_7_1', '202601_7_7_0', true],
  ['202601_3_7_2', '202601_3_5_1', true],
  ['202601_3_7_1_9', '202601_3_7_1', true],
  ['202601_3_3_0_9', '202601_3_3_0', true],
  ['202601_3_7_1', '202601_3_7_1', false],
  ['202601_3_7_1', '202601_3_7_1_9', false],
  ['202601_3_7_1', '202601_8_8_0', false],
  ['202601_3_7_1', '202602_3_3_0', false],
  ['202601_3_3_0', '202601_3_7_1', false],
])('whether %s was made from %s: %s', (outer, inner, expected) => {
  expect(isMadeFrom(name(outer), name(inner))).toBe(expected)
})
