import { expect, test } from 'vitest'
import { circleFaults, circlesOf, importsOf } from './circles.ts'

test('imports are told apart by what they import', () => {
  const text = [
    "import type { A } from '#query/a.ts'",
    "import { type B } from './b.ts'",
    "import { type C, c } from '../c.ts'",
    "import {\n  d,\n  type D,\n} from '#web/ui/d.tsx'",
    "export { e } from './e.ts'",
    "import './f.css'",
    "import { z } from 'zod'",
  ].join('\n')
  const values = ['src/c.ts', 'web/ui/d.tsx', 'src/insights/e.ts', 'src/insights/f.css']
  expect(importsOf('src/insights/x.ts', text)).toEqual({
    values,
    all: ['src/query/a.ts', 'src/insights/b.ts', ...values],
  })
})

test('files that import each other are one circle, however long', () => {
  const imports = new Map([
    ['a', ['b']],
    ['b', ['c', 'outside']],
    ['c', ['a', 'd']],
    ['d', ['e']],
    ['e', []],
  ])
  expect(circlesOf(imports)).toEqual([['a', 'b', 'c']])
})

test('a circle of values, a new one of types, and a listed one that is gone are faults', () => {
  const of = (values: string[], all: string[]) => ({ values, all })
  const imports = new Map([
    ['a', of(['b'], ['b'])],
    ['b', of(['a'], ['a'])],
    ['c', of([], ['d'])],
    ['d', of(['c'], ['c'])],
  ])
  expect(circleFaults(imports, [{ files: ['c', 'd'], why: '' }])).toEqual([
    'Files import each other: a, b.',
    'A circle of types is not in test/borders/type-circles.ts: a, b.',
  ])
  expect(circleFaults(new Map(), [{ files: ['d', 'c'], why: '' }])).toEqual([
    'A circle of test/borders/type-circles.ts is gone: c, d.',
  ])
})
