import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { LifecycleNode } from '../../src/insights/kinds/lifecycle/query.ts'
import { PathsNode } from '../../src/insights/kinds/paths/node.ts'
import { RetentionNode } from '../../src/insights/kinds/retention/query.ts'
import { SqlNode } from '../../src/insights/kinds/sql/node.ts'
import { StickinessNode } from '../../src/insights/kinds/stickiness/query.ts'
import { TrendsNode } from '../../src/insights/kinds/trends/query.ts'
import { FunnelsNode } from '../../src/insights/runs/question/node.ts'
import { OneOfSeveral } from '../../src/query/parse-breakdown.ts'
import { LEAF_KEYS } from '../../src/query/parse-filter-leaf.ts'
import { SAMPLES } from '../fixtures/controls.ts'
import { FIELDS_WITHOUT_CONTROLS } from '../fixtures/fields-without-controls.ts'
import type { Sample, Shown } from '../fixtures/question-controls.ts'
import { schemaFields } from '../fixtures/schema-fields.ts'
import { usePage } from '../fixtures/use-page.ts'

const page = usePage()

const FIELDS: Readonly<Record<string, readonly string[]>> = {
  TrendsQuery: schemaFields(TrendsNode),
  FunnelsQuery: schemaFields(FunnelsNode),
  RetentionQuery: schemaFields(RetentionNode),
  PathsQuery: schemaFields(PathsNode),
  StickinessQuery: schemaFields(StickinessNode),
  LifecycleQuery: schemaFields(LifecycleNode),
  HogQLQuery: schemaFields(SqlNode),
  'a filter': LEAF_KEYS,
  'one of several breakdowns': schemaFields(OneOfSeveral),
}
const schemaOf = ({ of, question }: Sample): string => of ?? question.kind

test('the walk comes to the fields of objects, lists, unions and optional values', () => {
  const inner = z.looseObject({ a: z.string(), b: z.array(z.strictObject({ c: z.number() })).nullish() })
  const schema = z.object({
    one: inner.nullish(),
    either: z.union([inner, z.strictObject({})]).optional(),
    any: z.unknown(),
    named: z.record(z.string(), z.object({ hidden: z.string() })),
  })
  expect(schemaFields(schema)).toEqual(['one.a', 'one.b[].c', 'either.a', 'either.b[].c', 'any', 'named'])
})

test.each(Object.keys(FIELDS))('every field of %s has a control, or a reason in the list', (name) => {
  const controls = SAMPLES.filter((sample) => schemaOf(sample) === name).flatMap(({ fields }) =>
    Object.keys(fields),
  )
  const reasons = Object.keys(FIELDS_WITHOUT_CONTROLS[name] ?? {})
  const isUnder = (field: string, key: string) =>
    key.endsWith('.*') ? field.startsWith(key.slice(0, -1)) : field === key
  const fields = FIELDS[name] ?? []
  const known = [...controls, ...reasons]
  expect(fields.filter((field) => !known.some((key) => isUnder(field, key)))).toEqual([])
  expect(known.filter((key) => !fields.some((field) => isUnder(field, key)))).toEqual([])
  expect(controls.filter((field) => reasons.some((key) => isUnder(field, key)))).toEqual([])
})

test.each(SAMPLES)('$name has its controls and its sentence', async ({ question, fields }) => {
  const tab = await page.open(`insights/new#q=${encodeURIComponent(JSON.stringify(question))}`)
  await tab.locator('.sentence').waitFor()
  for (const [field, { control, says }] of Object.entries(fields)) {
    await requireControl(tab, field, control)
    if (says !== null)
      await expect.poll(() => tab.locator('.sentence').textContent(), { message: field }).toContain(says)
  }
})

async function requireControl(
  tab: Page,
  field: string,
  [role, name, value]: Shown['control'],
): Promise<void> {
  const control = tab.getByRole(role, { name, exact: true }).first()
  await control.waitFor().catch(() => {
    throw new Error(`${field}: there is no ${role} "${name}"`)
  })
  if (value !== undefined)
    await expect.poll(() => shownBy(control, role, value), { message: field }).toBe(true)
}

/** Whether a control shows a value: in its field, as its state, or in its text. */
async function shownBy(control: Locator, role: string, value: string): Promise<boolean> {
  if (['combobox', 'spinbutton', 'textbox'].includes(role)) return (await control.inputValue()) === value
  if (role === 'checkbox') return String(await control.isChecked()) === value
  const state = (await control.getAttribute('aria-pressed')) ?? (await control.getAttribute('aria-checked'))
  return state === value || ((await control.textContent()) ?? '').includes(value)
}
