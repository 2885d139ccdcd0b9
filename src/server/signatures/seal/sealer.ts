import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { EnvironmentError } from '../../env.ts'

/** The key material that seals documents: a private key, and its certificates from its own to the root. */
export type Sealer = { privateKey: KeyObject; certificates: readonly [X509Certificate, ...X509Certificate[]] }

/** The keys that PDF readers verify. */
const isSupported = ({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) =>
  asymmetricKeyType === 'rsa'
    ? (asymmetricKeyDetails?.modulusLength ?? 0) >= 2048
    : asymmetricKeyType === 'ec' && asymmetricKeyDetails?.namedCurve === 'prime256v1'

const pemBlock = /-----BEGIN ([A-Z ]+)-----[A-Za-z0-9+/=\s]+-----END \1-----/g

export function certificatesOf(pem: string): X509Certificate[] {
  return [...pem.matchAll(pemBlock)]
    .filter(([, label]) => label === 'CERTIFICATE')
    .map(([block]) => new X509Certificate(block))
}

/**
 * Reads a PEM file with one private key and the certificates, the seal's first, each followed by the certificate that issued it.
 *
 * @param where how messages name the file.
 * @throws EnvironmentError that says what is wrong with it.
 */
export function readSealer(pem: string, where: string): Sealer {
  const refuse = (problem: string) => new EnvironmentError(`${where} ${problem}.`)
  const keys = [...pem.matchAll(pemBlock)].filter(([, label]) => label?.endsWith('PRIVATE KEY'))
  if (keys.length !== 1) throw refuse(`has ${keys.length} private keys instead of one`)
  let privateKey: KeyObject
  let certificates: X509Certificate[]
  try {
    privateKey = createPrivateKey(keys[0]?.[0] ?? '')
    certificates = certificatesOf(pem)
  } catch {
    throw refuse('cannot be read: it must contain an unencrypted private key and certificates in PEM format')
  }
  const [certificate, ...issuers] = certificates
  if (!certificate) throw refuse('has no certificate')
  if (!isSupported(privateKey)) throw refuse('needs an RSA key of 2048 bits or more, or an EC key on P-256')
  if (!certificate.checkPrivateKey(privateKey))
    throw refuse('has a private key that is not the key of its first certificate')
  if (!isChain(certificates))
    throw refuse('has certificates that do not follow from one another, the first issued by the second')
  return { privateKey, certificates: [certificate, ...issuers] }
}

/** Whether each certificate was issued by the next. */
export function isChain(certificates: readonly X509Certificate[]): boolean {
  return certificates.every((certificate, index) => {
    const issuer = certificates[index + 1]
    return !issuer || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey))
  })
}

/** Whether all certificates are valid at this time. */
export const areValidAt = (certificates: readonly X509Certificate[], at: Date) =>
  certificates.every(({ validFromDate, validToDate }) => validFromDate <= at && at <= validToDate)

/** The day on which the first of the certificates ends. */
export const endOf = ({ certificates }: Pick<Sealer, 'certificates'>): Date =>
  new Date(Math.min(...certificates.map(({ validToDate }) => validToDate.getTime())))
