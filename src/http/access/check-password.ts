import type { Account } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { isPasswordOf } from '#shared/password.ts'
import { throttled } from '#shared/request-error.ts'
import { type AttemptLimit, createAttemptLimit } from './attempt-limit.ts'
import { isKnownDevice } from './known-device.ts'
import { networkOf } from './network-of.ts'

export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /** Null for an unknown email: the check fails and takes as long as any other. */
  readonly account: Pick<Account, 'id' | 'passwordHash'> | null
  /** The network address of the client. */
  readonly address: string
  /** The cookie of the client's device, not checked yet; null where it has none. */
  readonly device: string | null
}
/** Whether the password is correct. @throws RequestError `throttled` after too many wrong ones. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<boolean>

const WINDOW_SECONDS = 15 * 60
/** Of one network at one account: a person who has forgotten the password. */
const MOST_OF_BOTH = 10
/** Of one network at all accounts: somebody who tries one password on many of them. */
const MOST_OF_NETWORK = 30
/** Of all networks at one account. Beyond it a password can be tried every few seconds, so that nobody is locked out. */
const MOST_OF_EMAIL = 100
const SLOW_SECONDS = 10

interface Counted {
  readonly limit: AttemptLimit
  readonly key: string
}

/** One for the whole server, so that login, change of password and invitations count the same failures. */
export function createCheckPassword(clock: Clock): CheckPassword {
  const limitOf = (most: number, windowSeconds = WINDOW_SECONDS) =>
    createAttemptLimit({ most, windowSeconds, clock })
  const ofDevice = limitOf(MOST_OF_BOTH)
  const ofBoth = limitOf(MOST_OF_BOTH)
  const ofNetwork = limitOf(MOST_OF_NETWORK)
  const ofEmail = slowedDown(limitOf(MOST_OF_EMAIL), limitOf(1, SLOW_SECONDS))
  const inTurn = oneAtATime()
  const countedBy = ({ email, account, address, device }: PasswordAttempt): Counted[] => {
    // Strangers cannot lock out the devices on which the account has signed in.
    if (isKnownDevice(device, account, clock())) return [{ limit: ofDevice, key: device ?? '' }]
    const name = email.toLowerCase()
    const network = networkOf(address)
    return [
      { limit: ofBoth, key: `${network} ${name}` },
      { limit: ofNetwork, key: network },
      { limit: ofEmail, key: name },
    ]
  }
  return async (attempt) => {
    const counted = countedBy(attempt)
    const seconds = Math.max(...counted.map(({ limit, key }) => limit.secondsUntilFree(key)))
    if (seconds > 0) throw throttled(seconds)
    // Counted before the check, so that parallel attempts are limited as well.
    for (const { limit, key } of counted) limit.count(key)
    const { password, account } = attempt
    const isRight = await inTurn(() => isPasswordOf(password, account?.passwordHash ?? null))
    if (!isRight) return false
    for (const { limit, key } of counted) {
      if (limit === ofNetwork) limit.takeBack(key)
      else limit.forget(key)
    }
    return true
  }
}

/** A limit beyond which attempts are not refused, but limited by a second one. */
const slowedDown = (limit: AttemptLimit, slow: AttemptLimit): AttemptLimit => ({
  secondsUntilFree: (key) => (limit.secondsUntilFree(key) === 0 ? 0 : slow.secondsUntilFree(key)),
  count(key) {
    limit.count(key)
    slow.count(key)
  },
  takeBack(key) {
    limit.takeBack(key)
    slow.takeBack(key)
  },
  forget(key) {
    limit.forget(key)
    slow.forget(key)
  },
})

// A check takes 16 MiB and one of the threads that run the engine's queries.
function oneAtATime(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = last.then(run)
    last = next.catch(() => undefined)
    return next
  }
}
