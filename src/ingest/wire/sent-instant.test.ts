import { describe, expect, test } from 'vitest'
import { parseExactJson } from '#shared/json-text.ts'
import { parseInstant } from './sent-instant.ts'
import type { TimeForm } from './time-form.ts'

const read = (sent: unknown, form?: Partial<TimeForm>) =>
  new Date(parseInstant(sent, form && { unit: null, dateOrder: null, ...form })).toISOString()

describe('ISO 8601 with a four-digit year', () => {
  test.each([
    ['2026-11-18T10:00:00.250Z', '2026-11-18T10:00:00.250Z'],
    ['2026-11-18t10:00:00z', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18T10:00:00+01:00', '2026-11-18T09:00:00.000Z'],
    ['2026-11-18T10:00:00+0530', '2026-11-18T04:30:00.000Z'],
    ['2026-11-18 10:00:00-03:00', '2026-11-18T13:00:00.000Z'],
    // A time without an offset is UTC.
    ['2026-11-18T10:00:00', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18 10:00:00.5', '2026-11-18T10:00:00.500Z'],
    ['2026-11-18 10:00:00,125', '2026-11-18T10:00:00.125Z'],
    ['2026-11-18T10:00', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18T10', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18T24:00:00Z', '2026-11-19T00:00:00.000Z'],
    ['2026-11-18', '2026-11-18T00:00:00.000Z'],
    ['2028-02-29', '2028-02-29T00:00:00.000Z'],
    ['20261118T100000Z', '2026-11-18T10:00:00.000Z'],
    [' 2026-11-18T10:00:00Z ', '2026-11-18T10:00:00.000Z'],
    // Python sends microseconds and Go sends nanoseconds. Digits beyond milliseconds are cut off, not
    // rounded.
    ['2026-11-18T10:00:00.123987+00:00', '2026-11-18T10:00:00.123Z'],
    ['2026-11-18T10:00:00.123987654Z', '2026-11-18T10:00:00.123Z'],
    // Times outside the storable range are parsed as well.
    ['9999-12-31T00:00:00Z', '9999-12-31T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ])('%j is %s', (sent, expected) => {
    expect(read(sent)).toBe(expected)
  })
})

describe('times as data warehouses write them', () => {
  test.each([
    ['2026-11-18 10:00:00+00', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18 10:00:00.123456-03', '2026-11-18T13:00:00.123Z'],
    ['2026-11-18 10:00:00 UTC', '2026-11-18T10:00:00.000Z'],
    ['2026-11-18 10:00:00.000 +0100', '2026-11-18T09:00:00.000Z'],
    ['2026-11-18 10:00:00.000 Europe/Berlin', '2026-11-18T09:00:00.000Z'],
    ['2026-11-18T10:00:00+01:00[Europe/Berlin]', '2026-11-18T09:00:00.000Z'],
    ['2026-11-18T10:00:00[America/New_York]', '2026-11-18T15:00:00.000Z'],
    // This zone had a local mean time before time zones were introduced.
    ['1900-01-01 00:00:00+00:53:28', '1899-12-31T23:06:32.000Z'],
  ])('%j is %s', (sent, expected) => {
    expect(read(sent)).toBe(expected)
  })
})

describe('dates of mails and of HTTP', () => {
  test.each([
    ['Wed, 18 Nov 2026 10:00:00 GMT', '2026-11-18T10:00:00.000Z'],
    ['Wed, 18 Nov 2026 10:00:00 +0100', '2026-11-18T09:00:00.000Z'],
    ['18 Nov 2026 10:00 EST', '2026-11-18T15:00:00.000Z'],
    ['Wed, 4 Nov 2026 10:00:00 +0000 (UTC)', '2026-11-04T10:00:00.000Z'],
  ])('%j is %s', (sent, expected) => {
    expect(read(sent)).toBe(expected)
  })
})

describe('a Unix number has its unit by the digits before its point, also as text', () => {
  test.each([
    [12, '1970-01-01T00:00:12.000Z'],
    ['12', '1970-01-01T00:00:12.000Z'],
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.000Z'],
    ['-1.5', '1969-12-31T23:59:58.500Z'],
    [1_763_460_000, '2025-11-18T10:00:00.000Z'],
    // Shells and Python's time.time() write these.
    [1_700_000_000.25, '2023-11-14T22:13:20.250Z'],
    ['1700000000.2567', '2023-11-14T22:13:20.256Z'],
    [1_763_460_000_123, '2025-11-18T10:00:00.123Z'],
    [1_763_460_000_123.9, '2025-11-18T10:00:00.123Z'],
    [1_763_460_000_123_999, '2025-11-18T10:00:00.123Z'],
    ['1763460000123999999', '2025-11-18T10:00:00.123Z'],
    [parseExactJson(Buffer.from('1763460000123999999')), '2025-11-18T10:00:00.123Z'],
  ])('%j is %s', (sent, expected) => {
    expect(read(sent)).toBe(expected)
  })

  test.each([
    ['s', 99_999_999_999, '5138-11-16T09:46:39.000Z'],
    ['ms', '12', '1970-01-01T00:00:00.012Z'],
    ['us', 1_763_460_000, '1970-01-01T00:29:23.460Z'],
    ['ns', '12345', '1970-01-01T00:00:00.000Z'],
  ] as const)('and by what the owner of a file says: %s of %j is %s', (unit, sent, expected) => {
    expect(read(sent, { unit })).toBe(expected)
  })
})

describe('a time is never guessed', () => {
  test.each([
    [undefined],
    [null],
    [''],
    ['yesterday'],
    ['Room 5'],
    ['yesterday 5'],
    ['03/04/2026'],
    ['1.5.2026'],
    ['5-11-2026'],
    ['Nov 18 2026 10:00'],
    ['2026/11/18'],
    ['26-11-18'],
    ['2026-11'],
    ['202603291200'],
    [20_260_329_120],
    [12_345_678_901_234],
    ['1e9'],
    [1e21],
    ['2026-13-01T00:00:00Z'],
    ['2026-11-18T25:00:00Z'],
    ['2026-11-18T24:00:01Z'],
    ['2026-11-18T10:60:00Z'],
    ['2026-11-18T10:00:00+25:00'],
    ['2026-11-18 10:00:00 Mars/Olympus'],
    ['Tue, 18 Nov 2026 10:00:00 GMT'],
    ['Wed, 18 Nov 2026 10:00:00'],
    // `Date.parse` reads these days, which do not exist, as the first days of the next month.
    ['2026-02-30'],
    ['2026-02-29T10:00:00Z'],
    ['2026-04-31 10:00:00+02:00'],
    [{}],
    [[]],
    [true],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    ['+300000-01-01T00:00:00Z'],
    [`2026-11-18T10:00:00.${'0'.repeat(100)}Z`],
    [parseExactJson(Buffer.from('17952196462241795219'))],
  ])('%j cannot be read', (sent) => {
    expect(parseInstant(sent)).toBeNaN()
  })
})

describe('the order of day and month is told', () => {
  test.each([
    ['dmy', '03/04/2026', '2026-04-03T00:00:00.000Z'],
    ['mdy', '03/04/2026', '2026-03-04T00:00:00.000Z'],
    ['dmy', '1.5.2026 7:05', '2026-05-01T07:05:00.000Z'],
    ['dmy', '5-11-2026 10:00:30 +0100', '2026-11-05T09:00:30.000Z'],
    ['mdy', '3/4/2026, 1:05 PM', '2026-03-04T13:05:00.000Z'],
    ['mdy', '3/4/2026 12:05 a.m.', '2026-03-04T00:05:00.000Z'],
    ['ymd', '2026/03/04 10:00', '2026-03-04T10:00:00.000Z'],
    // Texts of other forms are read as usual.
    ['mdy', '2026-03-04', '2026-03-04T00:00:00.000Z'],
  ] as const)('%s: %j is %s', (dateOrder, sent, expected) => {
    expect(read(sent, { dateOrder })).toBe(expected)
  })

  test.each([
    ['dmy', '03/14/2026'],
    ['mdy', '14/03/2026'],
    ['dmy', '3/4/26'],
    ['dmy', '3/4-2026'],
    ['mdy', '3/4/2026 13:05 PM'],
    ['ymd', '3/4/2026'],
  ] as const)('%s: %j cannot be read', (dateOrder, sent) => {
    expect(parseInstant(sent, { unit: null, dateOrder })).toBeNaN()
  })
})
