/** 128 random bits as text. `crypto.randomUUID` is missing on plain-HTTP addresses other than localhost; this is not. */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
