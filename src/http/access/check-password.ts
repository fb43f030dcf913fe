import type { Account } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { isPasswordOf } from '#shared/password.ts'
import { throttled } from '#shared/request-error.ts'
import { createAttemptLimit } from './attempt-limit.ts'

export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /** Null where nobody has the email: the answer is no, and takes as long. */
  readonly account: Pick<Account, 'passwordHash'> | null
  /** The network address that it comes from. */
  readonly address: string
}
/** Whether the password is right. @throws RequestError `throttled` after too many that were not. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<boolean>

const WINDOW_SECONDS = 15 * 60
const MOST_OF_AN_EMAIL = 10
const MOST_OF_AN_ADDRESS = 30

/** One for the whole server: every place that takes a password counts the same failures. */
export function createCheckPassword(clock: Clock): CheckPassword {
  const limit = (most: number) => createAttemptLimit({ most, windowSeconds: WINDOW_SECONDS, clock })
  const ofEmail = limit(MOST_OF_AN_EMAIL)
  const ofAddress = limit(MOST_OF_AN_ADDRESS)
  const inTurn = oneAtATime()
  return async ({ email, password, account, address }) => {
    const name = email.toLowerCase()
    const seconds = Math.max(ofEmail.secondsUntilFree(name), ofAddress.secondsUntilFree(address))
    if (seconds > 0) throw throttled(seconds)
    // Counted before it is known: a thousand at once must not all be tried.
    ofEmail.count(name)
    ofAddress.count(address)
    const isRight = await inTurn(() => isPasswordOf(password, account?.passwordHash ?? null))
    if (!isRight) return false
    ofEmail.forget(name)
    ofAddress.takeBack(address)
    return true
  }
}

// Each takes 16 MiB and one of the threads that the engine's queries run on.
function oneAtATime(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = last.then(run)
    last = next.catch(() => undefined)
    return next
  }
}
