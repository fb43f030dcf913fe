import type { Account } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { isPasswordOf } from '#shared/password.ts'
import { throttled } from '#shared/request-error.ts'
import { createAttemptLimit } from './attempt-limit.ts'

export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /** Null for an unknown email: the check fails and takes as long as any other. */
  readonly account: Pick<Account, 'passwordHash'> | null
  /** The network address of the client. */
  readonly address: string
}
/** Whether the password is correct. @throws RequestError `throttled` after too many wrong ones. */
export type CheckPassword = (attempt: PasswordAttempt) => Promise<boolean>

const WINDOW_SECONDS = 15 * 60
const MOST_OF_AN_EMAIL = 10
const MOST_OF_AN_ADDRESS = 30

/** One for the whole server, so that login and change of password count the same failures. */
export function createCheckPassword(clock: Clock): CheckPassword {
  const limit = (most: number) => createAttemptLimit({ most, windowSeconds: WINDOW_SECONDS, clock })
  const ofEmail = limit(MOST_OF_AN_EMAIL)
  const ofAddress = limit(MOST_OF_AN_ADDRESS)
  const inTurn = oneAtATime()
  return async ({ email, password, account, address }) => {
    const name = email.toLowerCase()
    const seconds = Math.max(ofEmail.secondsUntilFree(name), ofAddress.secondsUntilFree(address))
    if (seconds > 0) throw throttled(seconds)
    // Counted before the check, so that parallel attempts are limited as well.
    ofEmail.count(name)
    ofAddress.count(address)
    const isRight = await inTurn(() => isPasswordOf(password, account?.passwordHash ?? null))
    if (!isRight) return false
    ofEmail.forget(name)
    ofAddress.takeBack(address)
    return true
  }
}

// A check takes 16 MiB and one of the threads that run the engine's queries.
function oneAtATime(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = last.then(run)
    last = next.catch(() => undefined)
    return next
  }
}
