import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#shared/json-value.ts'
import { excluded, filter, ofFlat, ofNode, pro } from '../../../../test/fixtures/funnel-forms.ts'

const refused = (code: string, attr: string) => expect.objectContaining({ kind: 'invalid', code, attr })
describe('a refused exclusion', () => {
  const STEPS: Readonly<Record<string, string>> = {
    funnel_from_step: 'funnelFromStep',
    funnel_to_step: 'funnelToStep',
    id: 'event',
  }
  const toNode = ({ id, funnel_from_step, funnel_to_step, ...rest }: JsonObject) =>
    excluded(String(id), { funnelFromStep: funnel_from_step, funnelToStep: funnel_to_step, ...rest })

  test.each<[string, JsonObject, string, string, string]>([
    [
      'without its start',
      { funnel_to_step: 1 },
      'required',
      'funnel_from_step',
      'Exclusion event needs both',
    ],
    ['without its end', { funnel_from_step: 0 }, 'required', 'funnel_to_step', 'Exclusion event needs both'],
    [
      'of one step',
      { funnel_from_step: 1, funnel_to_step: 1 },
      'invalid_input',
      'funnel_to_step',
      'Exclusion event range',
    ],
    [
      'backwards',
      { funnel_from_step: 1, funnel_to_step: 0 },
      'invalid_input',
      'funnel_to_step',
      'Exclusion event range',
    ],
    [
      'before all',
      { funnel_from_step: -1, funnel_to_step: 1 },
      'min_value',
      'funnel_from_step',
      'Exclusion event range',
    ],
    [
      'from the last step',
      { funnel_from_step: 2, funnel_to_step: 3 },
      'max_value',
      'funnel_from_step',
      'Exclusion event range',
    ],
    [
      'to no step',
      { funnel_from_step: 0, funnel_to_step: 3 },
      'max_value',
      'funnel_to_step',
      'Exclusion event range',
    ],
    [
      'at half a step',
      { funnel_from_step: 0.5, funnel_to_step: 2 },
      'invalid_input',
      'funnel_from_step',
      'A valid integer',
    ],
    [
      'that is its first step',
      { id: 'visit', funnel_from_step: 0, funnel_to_step: 1 },
      'invalid_input',
      'id',
      'Exclusion event cannot be',
    ],
    [
      'that is its last step',
      { id: 'pay', funnel_from_step: 1, funnel_to_step: 2 },
      'invalid_input',
      'id',
      'Exclusion event cannot be',
    ],
    [
      'with a math',
      { math: 'sum', math_property: 'a', funnel_from_step: 0, funnel_to_step: 1 },
      'not_supported',
      'math',
      'The math of an exclusion',
    ],
  ])('%s', (_name, fields, code, field, detail) => {
    const flat = { id: 'left', ...fields }
    const earlier = { id: 'gone', funnel_from_step: 0, funnel_to_step: 2 }
    expect(() => ofFlat({ exclusions: [earlier, flat] })).toThrow(
      expect.objectContaining({
        kind: 'invalid',
        code,
        attr: `exclusions__1__${field}`,
        message: expect.stringContaining(detail),
      }),
    )
    expect(() => ofNode(filter({ exclusions: [toNode(earlier), toNode(flat)] }))).toThrow(
      refused(code, `query__funnelsFilter__exclusions__1__${STEPS[field] ?? field}`),
    )
  })

  test.each<[string, JsonObject]>([
    ['from its end', { funnel_from_step: 1, funnel_to_step: 2 }],
    ['to its middle', { funnel_from_step: 0, funnel_to_step: 1 }],
    ['from its middle', { funnel_from_step: 1 }],
  ])('of a part of an unordered funnel, %s', (_name, range) => {
    const exclusions = [{ id: 'left', ...range }]
    expect(() => ofFlat({ funnel_order_type: 'unordered', exclusions })).toThrow(
      'Partial Exclusions not allowed in unordered funnels',
    )
  })

  test('that is any step of an unordered funnel', () => {
    const exclusions = [{ id: 'sign up' }]
    expect(() => ofFlat({ funnel_order_type: 'unordered', exclusions })).toThrow(
      refused('invalid_input', 'exclusions__0__id'),
    )
  })

  const range = { funnel_from_step: 0, funnel_to_step: 1 }
  const filtered = [{ id: 'visit', properties: pro }, { id: 'pay' }]
  test.each<[string, object[], object]>([
    ['the same filters', filtered, { id: 'visit', properties: pro }],
    ['the same filters in another form', filtered, { id: 'visit', properties: { type: 'AND', values: pro } }],
    ['no filters', filtered, { id: 'visit' }],
    ['every event', filtered, { id: null }],
    ['the same filters of every event', filtered, { id: null, properties: pro }],
    ['the same action', [{ id: 5, type: 'actions' }, { id: 'pay' }], { id: 5, type: 'actions' }],
  ])('with %s as a step', (_name, events, exclusion) => {
    expect(() => ofFlat({ events, exclusions: [{ ...exclusion, ...range }] })).toThrow(
      refused('invalid_input', 'exclusions__0__id'),
    )
  })

  test('of other filters than its step is accepted', () => {
    const events = [{ id: 'visit', properties: pro }, { id: null }]
    const others = [{ ...pro[0], value: 'free' }]
    expect(
      ofFlat({ events, exclusions: [{ id: 'visit', properties: others, ...range }] }).exclusions,
    ).toHaveLength(1)
    expect(ofFlat({ events, exclusions: [{ id: 'visit ', ...range }] }).exclusions).toHaveLength(1)
  })

  test('after ten others', () => {
    const exclusions = (count: number) => Array.from({ length: count }, () => ({ id: 'left', ...range }))
    expect(ofFlat({ exclusions: exclusions(10) }).exclusions).toHaveLength(10)
    expect(() => ofFlat({ exclusions: exclusions(11) })).toThrow(refused('max_length', 'exclusions'))
  })

  test('of a table or of no event', () => {
    const asked = (exclusion: object) => () => ofFlat({ exclusions: [{ ...exclusion, ...range }] })
    expect(asked({ id: 'a', type: 'data_warehouse' })).toThrow(
      refused('not_supported', 'exclusions__0__type'),
    )
    expect(asked({ name: 'left' })).toThrow(refused('required', 'exclusions__0__id'))
    expect(asked({ id: 'x', type: 'actions' })).toThrow(refused('invalid_input', 'exclusions__0__id'))
    expect(asked({ id: 'a', properties: [{ key: '' }] })).toThrow(
      refused('min_length', 'exclusions__0__properties__0__key'),
    )
    expect(asked({ id: 'a', funnel_from_stp: 1 })).toThrow(
      refused('unknown_field', 'exclusions__0__funnel_from_stp'),
    )
    const node = filter({ exclusions: [excluded('a', { funnelFromStp: 1 })] })
    expect(() => ofNode(node)).toThrow(
      refused('unknown_field', 'query__funnelsFilter__exclusions__0__funnelFromStp'),
    )
  })
})
