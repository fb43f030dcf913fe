import { createHash, createHmac, randomBytes } from 'node:crypto'
import { randomText } from './random-text.ts'

/**
 * Number of random characters in a secret. 43 characters from an alphabet of 62 have 256 bits. Each kind of
 * secret has its own prefix, by which a leaked one is recognised.
 */
const RANDOM_CHARACTERS = 43

/** Makes the public token of a project, with which SDKs send events. The token gives no access to data. */
export const newProjectToken = (): string => `phc_${randomText(RANDOM_CHARACTERS)}`
/** Makes a personal API key. */
export const newPersonalApiKey = (): string => `phx_${randomText(RANDOM_CHARACTERS)}`
/** Makes the session cookie of a browser. */
export const newSessionToken = (): string => `ths_${randomText(RANDOM_CHARACTERS)}`
/** Makes the token in the link of an invitation. */
export const newInvitationToken = (): string => `thi_${randomText(RANDOM_CHARACTERS)}`
/**
 * Makes the code with which the first user is set up. It has 119 random bits and is short enough to be
 * typed.
 */
export const newSetupCode = (): string => randomText(20)
/** Makes the id of an insight in links: eight characters. */
export const newShortId = (): string => randomText(8)
const SHARING_BYTES = 22
/** Makes the token of a sharing link: 176 bits. */
export const newSharingToken = (): string => randomBytes(SHARING_BYTES).toString('base64url')
/**
 * Makes the first token of the link that shares the insight or dashboard of `name`. Without the key, nobody
 * can compute this token.
 */
export const firstSharingToken = (key: string, name: string): string =>
  createHmac('sha256', key).update(name).digest().subarray(0, SHARING_BYTES).toString('base64url')

/**
 * Returns the form in which a secret is stored, in hex. Secrets have 256 random bits, so a slow hash would
 * add nothing.
 */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
