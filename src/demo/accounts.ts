import type { Random } from './random.ts'

const ACCOUNT_COUNT = 40

/** The group type of accounts. The key of such a group is the account's domain. */
export const ACCOUNT_GROUP_TYPE = 'account'

export interface Account {
  readonly name: string
  readonly domain: string
  readonly industry: string
  readonly employees: number
  readonly plan: Plan
  /** The first day on which a person of the account may arrive. */
  readonly openDay: number
  /** Whether the account invites a person within three days of signing up. */
  readonly invitesEarly: boolean
  readonly personCount: number
}
export type Plan = 'starter' | 'team' | 'business'
export const WEEKLY_PRICE: Readonly<Record<Plan, number>> = { starter: 9, team: 19, business: 39 }

const FIRST_WORDS = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor']
const TRADES = [
  { word: 'Foods', industry: 'food' },
  { word: 'Freight', industry: 'logistics' },
  { word: 'Labs', industry: 'software' },
  { word: 'Studio', industry: 'design' },
  { word: 'Works', industry: 'manufacturing' },
] as const
const PLANS: readonly Plan[] = ['starter', 'team', 'team', 'business']
const PAIRS_FROM_THE_START = 8
const LAST_OPEN_DAY = 120

/**
 * Makes the companies of the story in pairs. The two companies of a pair have the same size, start and plan.
 * One of them invites early and the other does not, so the two halves differ in nothing else.
 */
export function createAccounts(personCount: number, random: Random): Account[] {
  const pairCount = ACCOUNT_COUNT / 2
  const weights = Array.from({ length: pairCount }, () => 0.5 + random.next())
  const sizes = shareOut(Math.round(personCount / 2), weights)
  return sizes.flatMap((size, pair) => {
    const plan = random.pick(PLANS)
    const laterPair = Math.max(0, pair - PAIRS_FROM_THE_START + 1)
    const openDay = Math.round((laterPair / (pairCount - PAIRS_FROM_THE_START)) * LAST_OPEN_DAY)
    return [true, false].map((invitesEarly, half) => {
      const company = companyOf(pair * 2 + half)
      const employees = size * random.fork(company.domain).integer(2, 6) + 1
      return { ...company, employees, plan, openDay, invitesEarly, personCount: size }
    })
  })
}

function companyOf(index: number): Pick<Account, 'name' | 'domain' | 'industry'> {
  const first = FIRST_WORDS[index % FIRST_WORDS.length]
  const { word, industry } = TRADES[index % TRADES.length] ?? TRADES[0]
  return { name: `${first} ${word}`, domain: `${first}-${word}.example`.toLowerCase(), industry }
}

/** Splits `total` into whole numbers in the proportions of `weights`. */
function shareOut(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  let weightSoFar = 0
  let sharedSoFar = 0
  return weights.map((weight) => {
    weightSoFar += weight
    const share = Math.round((weightSoFar / sum) * total) - sharedSoFar
    sharedSoFar += share
    return share
  })
}
