import type { FastifyReply } from 'fastify'
import { disconnectSignal } from '#http/server/client-disconnect.ts'
import type { Account } from '#metadata/access/user-store.ts'
import type { Clock } from '#shared/clock.ts'
import { hashPassword, isPasswordOf } from '#shared/password.ts'
import { throttled } from '#shared/request-error.ts'
import { type AttemptLimit, createAttemptLimit } from './attempt-limit.ts'
import { deviceOf, isKnownDevice } from './known-device.ts'
import { networkOf } from './network-of.ts'
import type { PasswordLine } from './password-line.ts'

/** The client of a request that has a password. */
export interface PasswordClient {
  /** Its network address. */
  readonly address: string
  /** The device cookie of the client, which is not checked yet; null if the client has no device cookie. */
  readonly device: string | null
  /** Aborts when the client disconnects. Nobody then waits for its password to be hashed. */
  readonly signal: AbortSignal
}
export interface PasswordAttempt {
  readonly email: string
  readonly password: string
  /**
   * The account with this email; null for an unknown email. For an unknown email the check fails, and takes
   * as long as any other check.
   */
  readonly account: Pick<Account, 'id' | 'passwordHash'> | null
  readonly client: PasswordClient
  /** Whether the request has a key or a session of this account. */
  readonly isSignedIn?: boolean
}
/**
 * Checks and hashes the passwords of all requests. All of them wait in one line, and the same limits apply
 * to all.
 */
export interface Passwords {
  /**
   * Returns whether the password is correct.
   * @throws RequestError `throttled` after too many wrong passwords, and the errors of
   * {@link PasswordLine}.
   */
  check(attempt: PasswordAttempt): Promise<boolean>
  /**
   * Returns the hash of a new password. The client must have shown before that it may set a password.
   * @throws RequestError as {@link PasswordLine} does.
   */
  hash(password: string, client: PasswordClient): Promise<string>
}

const WINDOW_SECONDS = 15 * 60
/**
 * The most attempts from one network at one account, in {@link WINDOW_SECONDS}. A person who has forgotten
 * the password makes such attempts.
 */
const MOST_OF_BOTH = 10
/**
 * The most attempts from one network at all accounts together, in {@link WINDOW_SECONDS}. Somebody who
 * tries one password at many accounts makes such attempts.
 */
const MOST_OF_NETWORK = 30
/**
 * The most attempts from all networks at one account, in {@link WINDOW_SECONDS}. After that a password can
 * still be tried every {@link SLOW_SECONDS} seconds, so that nobody is locked out.
 */
const MOST_OF_EMAIL = 100
const SLOW_SECONDS = 10

interface Counted {
  readonly limit: AttemptLimit
  readonly key: string
}

/** Returns the client of a request. Works only on routes under /api, because other routes read no cookies. */
export const passwordClientOf = (reply: FastifyReply): PasswordClient => ({
  address: reply.request.ip,
  device: deviceOf(reply.request),
  signal: disconnectSignal(reply),
})

/**
 * Creates the {@link Passwords} of the server, of which there is only one. Login, change of password and
 * invitations share it, so that they count the same failures.
 */
export function createPasswords(line: PasswordLine, clock: Clock): Passwords {
  const limitOf = (most: number, windowSeconds = WINDOW_SECONDS) =>
    createAttemptLimit({ most, windowSeconds, clock })
  const ofDevice = limitOf(MOST_OF_BOTH)
  const ofBoth = limitOf(MOST_OF_BOTH)
  const ofNetwork = limitOf(MOST_OF_NETWORK)
  const ofEmail = slowedDown(limitOf(MOST_OF_EMAIL), limitOf(1, SLOW_SECONDS))
  /** Counts the attempts of trusted clients, by which they are ordered in the line. It refuses no attempt. */
  const ofTrusted = limitOf(MOST_OF_NETWORK)
  const countedBy = ({ email, client }: PasswordAttempt, isKnown: boolean): Counted[] => {
    // A known device is limited separately. So a stranger who tries passwords cannot lock out the devices
    // on which the account has signed in.
    if (isKnown) return [{ limit: ofDevice, key: client.device ?? '' }]
    const name = email.toLowerCase()
    const network = networkOf(client.address)
    return [
      { limit: ofBoth, key: `${network} ${name}` },
      { limit: ofNetwork, key: network },
      { limit: ofEmail, key: name },
    ]
  }
  const forgive = (counted: readonly Counted[]) => {
    for (const { limit, key } of counted) {
      if (limit === ofNetwork) limit.takeBack(key)
      else limit.forget(key)
    }
  }
  return {
    async check(attempt) {
      const { password, account, client, isSignedIn = false } = attempt
      const isKnown = isKnownDevice(client.device, account, clock())
      const counted = countedBy(attempt, isKnown)
      const seconds = Math.max(...counted.map(({ limit, key }) => limit.secondsUntilFree(key)))
      if (seconds > 0) throw throttled(seconds)
      const isTrusted = isKnown || isSignedIn
      // All devices of an account have one share in the line together, however many there are.
      const share = isTrusted
        ? { limit: ofTrusted, key: `account ${account?.id}` }
        : { limit: ofNetwork, key: networkOf(client.address) }
      const earlier = share.limit.recent(share.key)
      const all = isTrusted ? [...counted, share] : counted
      const isRight = await whileCounted(all, () =>
        line.turn({ isTrusted, earlier, signal: client.signal }, () =>
          isPasswordOf(password, account?.passwordHash ?? null),
        ),
      )
      if (isRight) forgive(all)
      return isRight
    },
    async hash(password, { address, signal }) {
      const key = networkOf(address)
      const earlier = ofTrusted.recent(key)
      ofTrusted.count(key)
      try {
        return await line.turn({ isTrusted: true, earlier, signal }, () => hashPassword(password))
      } finally {
        ofTrusted.takeBack(key)
      }
    },
  }
}
/**
 * Counts an attempt before its check runs, so that parallel attempts are limited as well. If the check
 * fails with an error, the attempt is not counted after all.
 */
async function whileCounted<T>(counted: readonly Counted[], check: () => Promise<T>): Promise<T> {
  for (const { limit, key } of counted) limit.count(key)
  try {
    return await check()
  } catch (error) {
    for (const { limit, key } of counted) limit.takeBack(key)
    throw error
  }
}

/** Returns a limit that does not refuse all attempts beyond `limit`: it applies the limit `slow` to them. */
const slowedDown = (limit: AttemptLimit, slow: AttemptLimit): AttemptLimit => ({
  secondsUntilFree: (key) => (limit.secondsUntilFree(key) === 0 ? 0 : slow.secondsUntilFree(key)),
  recent: limit.recent,
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
