import { createHash, randomBytes } from 'node:crypto'
import { CODE_ALPHABET } from '@printroom/contract/schemas'
import { SIGN_IN_CODE_CHARS } from '@printroom/contract/limits'

/** 256 random bits that no one can guess, as 43 characters that may stand in a cookie, a header or an address. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** What we keep of a secret. Without salt: what is hashed has 256 random bits of its own. */
export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** A code of 40 random bits that a person can type. The alphabet has 32 signs, so that a byte's low 5 bits pick one evenly. */
export const newCode = (): string =>
  Array.from(randomBytes(SIGN_IN_CODE_CHARS), (byte) => CODE_ALPHABET[byte & 31]).join('')
