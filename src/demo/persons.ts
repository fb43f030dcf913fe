import type { Account } from './accounts.ts'
import { type Random, spreadEvenly } from './random.ts'
import { type StoryCalendar, TODAY } from './story-calendar.ts'

export interface Person extends Setup {
  readonly email: string
  readonly name: string
  readonly account: Account
  readonly utmSource: string | null
  readonly arrivalDay: number
  readonly visitsPricing: boolean
  readonly signsUp: boolean
  readonly activates: boolean
  /** Phase of the person's use, in [0, 1). The phases of all persons that activate are spread evenly. */
  readonly phase: number
}
export type Device = 'Desktop' | 'Mobile'
/** Browser, system and device of a person. */
export interface Setup {
  readonly device: Device
  readonly browser: string
  readonly os: string
}

const DESKTOP_SHARE = 0.6
const PRICING_SHARE = 0.9
/**
 * Share of the visitors of the pricing page that sign up. The share is half as large on mobile, which is
 * the first fact of the story.
 */
const SIGN_UP_SHARE: Readonly<Record<Device, number>> = { Desktop: 0.6, Mobile: 0.3 }
/** Share of the signed-up persons that activate. The share is the same on both devices. */
const ACTIVATION_SHARE = 0.8

const FIRST_NAMES =
  'Ada Ben Chloe Dario Elif Femi Greta Hugo Ines Jonas Kira Luca Mina Noor Otto Priya'.split(' ')
const LAST_NAMES = 'Abe Brandt Costa Diaz Eriksen Fischer Gupta Haddad Ito Jansen Kaya Lopez Moreau'.split(
  ' ',
)
const SETUPS: Readonly<Record<Device, readonly (readonly [browser: string, os: string])[]>> = {
  Desktop: [
    ['Chrome', 'Windows'],
    ['Chrome', 'Mac OS X'],
    ['Safari', 'Mac OS X'],
    ['Microsoft Edge', 'Windows'],
    ['Firefox', 'Linux'],
  ],
  Mobile: [
    ['Mobile Safari', 'iOS'],
    ['Mobile Safari', 'iOS'],
    ['Chrome', 'Android'],
  ],
}
const UTM_SOURCES = [null, null, 'google', 'google', 'newsletter', 'linkedin', 'github']

/**
 * Multiples of the golden ratio, modulo 1, fill the unit interval evenly, however many multiples there are.
 */
const GOLDEN_RATIO = (1 + Math.sqrt(5)) / 2

type Arrival = Omit<Person, 'visitsPricing' | 'signsUp' | 'activates' | 'phase'>

/** Returns all persons of the story, with the last step that each one takes. */
export function createPersons(
  accounts: readonly Account[],
  calendar: StoryCalendar,
  random: Random,
): Person[] {
  return [true, false].flatMap((invitesEarly) => {
    const arrivals = accounts
      .filter((account) => account.invitesEarly === invitesEarly)
      .flatMap((account) => arrivalsOf(account, calendar, random.fork(account.domain)))
      .sort((a, b) => a.arrivalDay - b.arrivalDay)
    const isDesktop = spreadEvenly(arrivals.length, DESKTOP_SHARE)
    return [
      ...decide(equip(pickWhere(arrivals, isDesktop, true), 'Desktop', random), 'Desktop'),
      ...decide(equip(pickWhere(arrivals, isDesktop, false), 'Mobile', random), 'Mobile'),
    ]
  })
}

const pickWhere = <T>(items: readonly T[], flags: readonly boolean[], wanted: boolean): T[] =>
  items.filter((_, i) => flags[i] === wanted)

type Unequipped = Omit<Arrival, keyof Setup>

function arrivalsOf(account: Account, calendar: StoryCalendar, random: Random): Unequipped[] {
  return Array.from({ length: account.personCount }, (_, i) => {
    const first = random.pick(FIRST_NAMES)
    const last = random.pick(LAST_NAMES)
    return {
      email: `${first}.${last}.${i + 1}@${account.domain}`.toLowerCase(),
      name: `${first} ${last}`,
      account,
      utmSource: random.pick(UTM_SOURCES),
      arrivalDay: arrivalDay(account.openDay, calendar, random),
    }
  })
}

/**
 * Returns the day on which a person arrives. Most persons of a company arrive soon after its start, and few
 * on weekends.
 */
function arrivalDay(openDay: number, calendar: StoryCalendar, random: Random): number {
  for (;;) {
    const day = openDay + Math.floor(random.next() ** 1.5 * (TODAY + 1 - openDay))
    if (random.chance(calendar.rhythm(day))) return day
  }
}

const equip = (persons: readonly Unequipped[], device: Device, random: Random): Arrival[] =>
  persons.map((person) => ({ ...person, ...pickSetup(device, random) }))

export function pickSetup(device: Device, random: Random): Setup {
  const [browser, os] = random.pick(SETUPS[device])
  return { device, browser, os }
}

/**
 * Decides how far each person goes. The shares are spread evenly over the arrivals, so that they hold in
 * every part of the story.
 */
function decide(arrivals: readonly Arrival[], device: Device): Person[] {
  const visitors = new Set(take(arrivals, PRICING_SHARE))
  const signUps = new Set(take([...visitors], SIGN_UP_SHARE[device]))
  const activated = take([...signUps], ACTIVATION_SHARE)
  const phases = new Map(activated.map((person, i) => [person, (i * GOLDEN_RATIO) % 1]))
  return arrivals.map((person) => ({
    ...person,
    visitsPricing: visitors.has(person),
    signsUp: signUps.has(person),
    activates: phases.has(person),
    phase: phases.get(person) ?? 0,
  }))
}

const take = <T>(items: readonly T[], share: number): T[] =>
  pickWhere(items, spreadEvenly(items.length, share), true)
