/** The share of each event name in percent, which is close to real traffic. */
const SHARES = [
  ['$pageview', 58],
  ['$autocapture', 20],
  ['product viewed', 10],
  ['added to cart', 6],
  ['purchased', 3],
  ['signed up', 3],
] as const
const NAMES = SHARES.flatMap(([name, percent]) => Array<string>(percent).fill(name))

export interface Dataset {
  readonly token: string
  readonly events: number
  readonly persons: number
  /** Timestamps are spread evenly from here to `endMs`, in the order of sending. */
  readonly startMs: number
  readonly endMs: number
  /** Number of the first uuid. Datasets of one server must not share uuids. The default is 0. */
  readonly firstUuid?: number
}

/**
 * Returns the body of one capture request: events `from` to `from + count`. Each event has 28 properties
 * (about 1 kB), and a click has 29.
 */
export function batchBody(dataset: Dataset, from: number, count: number): string {
  const events = Array.from({ length: Math.min(count, dataset.events - from) }, (_, i) =>
    eventText(dataset, from + i),
  )
  return `{"api_key":"${dataset.token}","batch":[${events.join(',')}]}`
}

// JSON.stringify is not used, to save CPU: the sender shares two cores with the server that is measured.
function eventText(dataset: Dataset, i: number): string {
  const random = scramble(i)
  // Half of the events belong to a tenth of the persons.
  const person = random % 2 === 0 ? random % Math.ceil(dataset.persons / 10) : random % dataset.persons
  const name = NAMES[scramble(i ^ 0x5bd1e995) % NAMES.length]
  const atMs = dataset.startMs + Math.floor((i / dataset.events) * (dataset.endMs - dataset.startMs))
  return `{"event":"${name}","distinct_id":"person-${person}","uuid":"${uuid((dataset.firstUuid ?? 0) + i)}","timestamp":"${new Date(atMs).toISOString()}","properties":{${name === '$autocapture' ? elementsText(i) : ''}${propertiesText(i, person).slice(1)}}`
}

const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge']
const SYSTEMS = ['Mac OS X', 'Windows', 'Linux', 'iOS', 'Android']

let session = ''

function propertiesText(i: number, person: number): string {
  const page = scramble(i ^ 0x1234567) % 1000
  // A session has twelve events. Its id is computed once.
  if (i % 12 === 0 || session === '') session = uuid(Math.floor(i / 12))
  return `{"$browser":"${BROWSERS[person % 4]}","$os":"${SYSTEMS[person % 5]}","$device_type":"${person % 3 === 0 ? 'Mobile' : 'Desktop'}","$current_url":"https://shop.example/catalogue/${page}","$pathname":"/catalogue/${page}","$host":"shop.example","$referrer":"https://search.example/","$referring_domain":"search.example","utm_source":"${page % 7 === 0 ? 'newsletter' : 'search'}","utm_medium":"cpc","utm_campaign":"autumn-${page % 12}","$lib":"web","$lib_version":"1.434.18","$session_id":"${session}","$device_id":"device-${person}","$screen_height":1080,"$screen_width":1920,"$viewport_height":900,"$viewport_width":1400,"$browser_version":${120 + (person % 12)},"$time":${i / 1000},"$insert_id":"insert-${i}","plan":"${person % 10 === 0 ? 'paid' : 'free'}","amount":${page / 4},"currency":"EUR","is_returning":${person % 2 === 0},"position":${page % 20},"experiment":"variant-${person % 3}"}`
}

/** Returns the elements around a click, in the form in which a browser describes them. */
function elementsText(i: number): string {
  const place = scramble(i ^ 0x2468ace) % 40
  const own = `button.buy${place % 4 === 0 ? '.primary' : ''}:nth-child=\\"${place}\\"nth-of-type=\\"1\\"text=\\"Buy ${place}\\"attr__id=\\"b${place}\\"`
  const around = Array.from(
    { length: 6 },
    (_, level) => `div.level-${level}:nth-child=\\"${level}\\"nth-of-type=\\"1\\"`,
  )
  return `"$elements_chain":"${[own, ...around, 'body:nth-child=\\"2\\"nth-of-type=\\"1\\"'].join(';')}",`
}

/** Returns a different uuid for each i, in the form of version 7. */
function uuid(i: number): string {
  const hex = i.toString(16).padStart(12, '0')
  const tail = scramble(i).toString(16).padStart(8, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${tail.slice(0, 3)}-8${tail.slice(3, 6)}-${tail}${hex.slice(8)}`
}

/** Returns an integer hash: the same i gives the same 32 bits on every machine. */
function scramble(i: number): number {
  let h = Math.imul(i ^ 0x9e3779b9, 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}
