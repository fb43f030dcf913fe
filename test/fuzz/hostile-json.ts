import fc from 'fast-check'

/** JSON values as text, because a serializer cannot write many of them. */
const HOSTILE_VALUES = [
  ...['null', 'true', 'false', '0', '-0', '-1', '0.5', '5e-324', '1e308', '1e400', '-1e400'],
  ...['NaN', 'Infinity', '-Infinity', '18446744073709551615', '18446744073709551616', '-9223372036854775809'],
  ...['9007199254740993', '123456789012345678901234567890', `1${'0'.repeat(400)}`, '1795219646224'],
  ...[
    '""',
    '" "',
    '"\\u0000"',
    '"a\\u0000b"',
    '"\\ud800"',
    '"\\udc00\\ud800"',
    '"\uFEFF"',
    '"\\""',
    '"\\\\"',
  ],
  ...[
    '"NaN"',
    '"null"',
    '"undefined"',
    '"anonymous"',
    '"[object Object]"',
    '"\'0\'"',
    '"false"',
    '"integer:"',
  ],
  ...['"2026-11-20T12:00:00Z"', '"2026-02-30T25:61:61Z"', '"+300000-01-01T00:00:00Z"', '"300000-01-01"'],
  ...['"-271821-04-20T00:00:00Z"', '"9999-12-31T23:59:59.999999999Z"', '"0000-00-00"', '"2026-11-20T12:00"'],
  ...['{}', '[]', '[[]]', '[{}]', '["a",5,null]', '{"":""}', '{"a":1,"a":2}', '{"\\u0000":1,"\\udfff":{}}'],
  ...['{"__proto__":{"polluted":1}}', '{"constructor":{"prototype":{"polluted":1}}}', '{"toJSON":"x"}'],
  ...['{"toString":1,"valueOf":2,"hasOwnProperty":3,"length":-1}', '{"company":"acme","team":5,"x":{}}'],
]
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)
const entries = (count: number, entry: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => entry(i))

/** There are few large values, because they take most of the time. */
const LARGE_VALUES = [
  () => nested('[', ']', 100_000),
  () => nested('{"a":', '}', 100_000),
  () => '['.repeat(100_000),
  () => nested('[', ']', 60),
  () => `"${'x'.repeat(1_000_000)}"`,
  () => `"${'\\ud83d'.repeat(100_000)}"`,
  () => `"${'\\"\\\\'.repeat(200_000)}"`,
  () => '9'.repeat(1_000_000),
  () => `{${entries(10_000, (i) => `"p${i}":${i}`)}}`,
  () => `{${entries(10_000, (i) => `"type ${i}":"acme"`)}}`,
  () => `[${entries(10_000, (i) => `"name ${i}"`)}]`,
  () => `{"${'n'.repeat(1_000_000)}":1}`,
]

const anyText = fc.string({ unit: 'binary', maxLength: 30 }).map((text) => JSON.stringify(text))
const anyValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom(...HOSTILE_VALUES) },
  { weight: 6, arbitrary: anyText },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
)
const orLarge = (value: fc.Arbitrary<string>) =>
  fc.oneof(
    { weight: 1_000, arbitrary: value },
    { weight: 1, arbitrary: fc.constantFrom(...LARGE_VALUES).map((text) => text()) },
  )

const object = (fields: fc.Arbitrary<string>, value: fc.Arbitrary<string>, maxLength: number) =>
  fc
    .array(fc.tuple(fields, value), { maxLength })
    .map((some) => `{${some.map(([name, text]) => `${JSON.stringify(name)}:${text}`)}}`)

const PROPERTY_NAMES = [
  ...['$set', '$set_once', '$unset', '$groups', '$group_type', '$group_key', '$group_set', 'alias', 'token'],
  ...['$anon_distinct_id', 'distinct_id', '$distinct_id', '$process_person_profile', '$ignore_sent_at'],
  ...[
    'utm_source',
    '$referrer',
    '$initial_referrer',
    '$session_id',
    '__proto__',
    'constructor',
    '',
    '\0',
    '\ud800',
  ],
]
const anyProperties = object(fc.oneof(fc.constantFrom(...PROPERTY_NAMES), fc.string()), orLarge(anyValue), 8)

const EVENT_NAMES = [
  'paid',
  '$pageview',
  '$identify',
  '$create_alias',
  '$merge_dangerously',
  '$groupidentify',
  '$snapshot',
]
const OTHER_FIELDS = [
  ...[
    'timestamp',
    'offset',
    'uuid',
    '$set',
    '$set_once',
    '$unset',
    '$groups',
    'groups',
    'options',
    'session_id',
  ],
  ...[
    'token',
    '$token',
    'api_key',
    'sent_at',
    'batch',
    'data',
    'event',
    'distinct_id',
    '$distinct_id',
    '__proto__',
  ],
]
/** An event with any values in its fields. */
const anyEvent = fc
  .tuple(
    fc.constantFrom(...EVENT_NAMES),
    anyProperties,
    fc.array(fc.tuple(fc.constantFrom(...OTHER_FIELDS), orLarge(anyValue)), { maxLength: 4 }),
  )
  .map(([name, properties, others]) => {
    const more = others.map(([field, value]) => `,"${field}":${value}`).join('')
    return `{"event":"${name}","distinct_id":"ada","properties":${properties}${more}}`
  })
const anyItem = fc.oneof({ weight: 9, arbitrary: anyEvent }, { weight: 1, arbitrary: anyValue })
const list = fc.array(anyItem, { maxLength: 5 }).map((items) => `[${items}]`)
const batchFields = object(fc.constantFrom('api_key', 'token', 'sent_at', 'created_at'), anyValue, 3)

/** The JSON text of a body: a batch, a list, an event, or anything else. */
export const anyBodyText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .tuple(batchFields, list)
      .map(([fields, batch]) => `{"batch":${batch},${fields.slice(1)}`.replace(/,}$/, '}')),
  },
  { weight: 3, arbitrary: list },
  { weight: 3, arbitrary: anyEvent },
  { weight: 1, arbitrary: orLarge(anyValue) },
)
