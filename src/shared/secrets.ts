import { createHash, randomBytes } from 'node:crypto'
import { randomText } from './random-text.ts'

/** 43 characters over 62 are 256 bits. Each kind has its own prefix, so that a leak is recognised. */
const RANDOM_CHARACTERS = 43

/** The public token that SDKs send events with. It can write and not read. */
export const newProjectToken = (): string => `phc_${randomText(RANDOM_CHARACTERS)}`
/** The secret key of a person or program. */
export const newPersonalApiKey = (): string => `phx_${randomText(RANDOM_CHARACTERS)}`
/** What a browser shows after its user has signed in. */
export const newSessionToken = (): string => `ths_${randomText(RANDOM_CHARACTERS)}`
/** Eight characters that name an insight in links. */
export const newShortId = (): string => randomText(8)
/** 176 bits: what opens a shared insight to whoever has the link. */
export const newSharingToken = (): string => randomBytes(22).toString('base64url')

/** What is kept in place of a secret, in hex. Secrets are 256 random bits, so a slow hash would add nothing. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex')
