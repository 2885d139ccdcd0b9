import { generateKeyPairSync, hash, type KeyObject, randomBytes } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import { dayMs } from '../../../domain/durations.ts'
import { rootName } from './root-name.ts'

/** Kinds of keys: what `generateKeyPairSync` and WebCrypto call them. */
const algorithms = {
  ec: { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' },
  rsa: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
}
type Kind = keyof typeof algorithms

const oid = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  /** Signing documents: RFC 9336's purpose, and the one that Adobe's programs know. */
  documentSigning: ['1.3.6.1.5.5.7.3.36', '1.2.840.113583.1.1.5'],
}

type Keys = { kind: Kind; privateKey: KeyObject; publicKey: KeyObject; keyId: Buffer }

/**
 * Makes the key and the certificates that seal documents in the demonstration, and in a new installation at first: a root for readers to trust and the seal's own, both
 * valid for ten years. The root's key is not stored, so nobody can issue another certificate.
 *
 * @param kind of the keys. Authorities issue both.
 * @returns a PEM file for readSealer.
 */
export async function makeSealerPem(organization: string, now: Date, kind: Kind = 'ec'): Promise<string> {
  const [rootKeys, keys] = [makeKeys(kind), makeKeys(kind)]
  const root = await makeCertificate({
    subject: { name: rootName(organization), keys: rootKeys },
    issuer: { name: rootName(organization), keys: rootKeys },
    now,
    extensions: [
      extension(
        oid.basicConstraints,
        new pkijs.BasicConstraints({ cA: true, pathLenConstraint: 0 }).toSchema(),
      ),
      // keyCertSign and cRLSign
      extension(oid.keyUsage, bits(0x06, 1)),
    ],
  })
  const certificate = await makeCertificate({
    subject: { name: `${organization} seal`, keys },
    issuer: { name: rootName(organization), keys: rootKeys },
    now,
    extensions: [
      extension(oid.basicConstraints, new pkijs.BasicConstraints({ cA: false }).toSchema()),
      // digitalSignature and nonRepudiation
      extension(oid.keyUsage, bits(0xc0, 6)),
      extension(
        oid.extendedKeyUsage,
        new pkijs.ExtKeyUsage({ keyPurposes: oid.documentSigning }).toSchema(),
        false,
      ),
    ],
  })
  const privateKey = keys.privateKey.export({ type: 'pkcs8', format: 'pem' })
  return [String(privateKey), pemOf(certificate), pemOf(root)].join('')
}

function makeKeys(kind: Kind): Keys {
  const pair =
    kind === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return {
    kind,
    ...pair,
    keyId: hash('sha1', pair.publicKey.export({ type: 'spki', format: 'der' }), 'buffer'),
  }
}

async function makeCertificate(input: {
  subject: { name: string; keys: Keys }
  issuer: { name: string; keys: Keys }
  now: Date
  extensions: readonly pkijs.Extension[]
}): Promise<Uint8Array> {
  const { subject, issuer, now, extensions } = input
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  // Positive, as the first byte is not above 0x7f.
  certificate.serialNumber = new asn1js.Integer({
    valueHex: bytes(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
  })
  certificate.subject.typesAndValues = nameOf(subject.name)
  certificate.issuer.typesAndValues = nameOf(issuer.name)
  certificate.notBefore.value = new Date(now.getTime() - dayMs)
  certificate.notAfter.value = new Date(now.getTime() + 3650 * dayMs)
  certificate.extensions = [
    ...extensions,
    extension(
      oid.subjectKeyIdentifier,
      new asn1js.OctetString({ valueHex: bytes(subject.keys.keyId) }),
      false,
    ),
    extension(
      oid.authorityKeyIdentifier,
      new pkijs.AuthorityKeyIdentifier({
        keyIdentifier: new asn1js.OctetString({ valueHex: bytes(issuer.keys.keyId) }),
      }).toSchema(),
      false,
    ),
  ]
  // The types of node:crypto and of the browser describe the same keys.
  const publicKey = subject.keys.publicKey.toCryptoKey(algorithms[subject.keys.kind], true, [
    'verify',
  ]) as unknown as CryptoKey
  // As above.
  const signingKey = issuer.keys.privateKey.toCryptoKey(algorithms[issuer.keys.kind], false, [
    'sign',
  ]) as unknown as CryptoKey
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(signingKey, 'SHA-256')
  return new Uint8Array(certificate.toSchema(true).toBER())
}

const bytes = (from: Uint8Array) => Uint8Array.from(from).buffer

const nameOf = (commonName: string) => [
  new pkijs.AttributeTypeAndValue({
    type: oid.commonName,
    value: new asn1js.Utf8String({ value: commonName }),
  }),
]

const bits = (byte: number, unusedBits: number) =>
  new asn1js.BitString({ valueHex: bytes(Buffer.from([byte])), unusedBits })

const extension = (extnID: string, value: { toBER(): ArrayBuffer }, critical = true) =>
  new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })

const pemOf = (certificate: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(certificate)
    .toString('base64')
    .replaceAll(/.{64}/g, '$&\n')
    .trimEnd()}\n-----END CERTIFICATE-----\n`
