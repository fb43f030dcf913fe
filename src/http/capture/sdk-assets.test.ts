import { expect, test } from 'vitest'
import { acceptsGzip } from './sdk-assets.ts'

test.each([
  [undefined, false],
  ['', false],
  ['identity', false],
  ['br, zstd', false],
  ['gzip', true],
  ['GZIP', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['gzip;q=0', false],
  ['gzip ; q=0.000, br', false],
  ['*', true],
  ['*;q=0', false],
  ['gzip;q=0, *', false],
  ['xgzip', false],
  ['gzip;q=much', false],
])('Accept-Encoding: %s takes gzip: %s', (header, accepted) => {
  expect(acceptsGzip(header)).toBe(accepted)
})
