import { expect, test } from 'vitest'
import { inlineParts, paragraphsOf } from './text-parts.ts'

test('headings and paragraphs', () => {
  expect(paragraphsOf('# Why\nMobile is low.\n\nSo the form is next.')).toEqual([
    { level: 1, text: 'Why' },
    { level: 0, text: 'Mobile is low.' },
    { level: 0, text: 'So the form is next.' },
  ])
})

test('bold words and links; an address of another kind stays text', () => {
  expect(inlineParts('Sign up **half as often**, see [here](https://a.example/b).')).toEqual([
    { text: 'Sign up ' },
    { text: 'half as often', isBold: true },
    { text: ', see ' },
    { text: 'here', href: 'https://a.example/b' },
    { text: '.' },
  ])
  expect(inlineParts('[x](javascript:alert(1))')).toEqual([{ text: '[x](javascript:alert(1))' }])
})
