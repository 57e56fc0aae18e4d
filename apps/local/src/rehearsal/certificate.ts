import { createHash, X509Certificate } from 'node:crypto'
import { generate } from 'selfsigned'

/** `pin`: SHA-256 of the public key, as Chromium is told of a certificate to take without knowing its authority. */
export type Certificate = { key: string; cert: string; pin: string }

/** A certificate of nobody's authority for these names, made for this run alone. */
export async function makeCertificate(names: string[]): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: names[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [{ name: 'subjectAltName', altNames: names.map((value) => ({ type: 2, value })) }],
  })
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })
  return { key, cert, pin: createHash('sha256').update(publicKey).digest('base64') }
}
