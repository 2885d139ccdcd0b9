import { hash, type X509Certificate } from 'node:crypto'
import * as asn1js from 'asn1js'
import * as pkijs from 'pkijs'
import type { Sealer } from './sealer.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha256WithEcdsa: '1.2.840.10045.4.3.2',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
}

const octets = (bytes: Uint8Array) => new asn1js.OctetString({ valueHex: Uint8Array.from(bytes).buffer })
const der = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer

/**
 * What is signed in a CMS of PAdES-B-B (ETSI EN 319 142-1): the content type, the digest and signing-certificate-v2, which names all
 * certificates, so that none can be exchanged. The time of signing is in the PDF.
 */
function signedAttributes(
  digest: Uint8Array,
  certificates: readonly X509Certificate[],
): pkijs.SignedAndUnsignedAttributes {
  const certificateIds = certificates.map(
    ({ raw }) => new asn1js.Sequence({ value: [octets(hash('sha256', raw, 'buffer'))] }),
  )
  const named = new asn1js.Sequence({ value: certificateIds })
  return new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      new pkijs.Attribute({
        type: oid.contentType,
        values: [new asn1js.ObjectIdentifier({ value: oid.data })],
      }),
      new pkijs.Attribute({ type: oid.messageDigest, values: [octets(digest)] }),
      new pkijs.Attribute({
        type: oid.signingCertificateV2,
        values: [new asn1js.Sequence({ value: [named] })],
      }),
    ],
  })
}

function unsignedCms(
  digest: Uint8Array,
  certificates: readonly [X509Certificate, ...X509Certificate[]],
): pkijs.SignedData {
  const all = certificates.map(({ raw }) => pkijs.Certificate.fromBER(der(raw)))
  const [certificate] = all
  if (!certificate) throw new Error('there is no certificate')
  const { issuer, serialNumber } = certificate
  const signer = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
    signedAttrs: signedAttributes(digest, certificates),
  })
  return new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    signerInfos: [signer],
    certificates: all,
  })
}

/** pkijs leaves out the parameters that RFC 4055 requires for RSA. The signature does not cover these names. */
function nameAlgorithms(cms: pkijs.SignedData, { publicKey }: X509Certificate): void {
  const digestAlgorithm = new pkijs.AlgorithmIdentifier({
    algorithmId: oid.sha256,
    algorithmParams: new asn1js.Null(),
  })
  cms.digestAlgorithms = [digestAlgorithm]
  const [signer] = cms.signerInfos
  if (!signer) throw new Error('there is no signer')
  signer.digestAlgorithm = digestAlgorithm
  signer.signatureAlgorithm = new pkijs.AlgorithmIdentifier(
    publicKey.asymmetricKeyType === 'rsa'
      ? { algorithmId: oid.sha256WithRsa, algorithmParams: new asn1js.Null() }
      : { algorithmId: oid.sha256WithEcdsa },
  )
}

const bytesOf = (cms: pkijs.SignedData) =>
  Buffer.from(
    new pkijs.ContentInfo({ contentType: oid.signedData, content: cms.toSchema(true) }).toSchema().toBER(),
  )

/** Signs the SHA-256 digest of a file, as DER. */
export async function signDigest(digest: Uint8Array, { privateKey, certificates }: Sealer): Promise<Buffer> {
  const algorithm =
    privateKey.asymmetricKeyType === 'rsa'
      ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
      : { name: 'ECDSA', namedCurve: 'P-256' }
  const cms = unsignedCms(digest, certificates)
  const key = privateKey.toCryptoKey(algorithm, false, ['sign'])
  // The types of node:crypto and of the browser describe the same keys.
  await cms.sign(key as unknown as CryptoKey, 0, 'SHA-256')
  nameAlgorithms(cms, certificates[0])
  return bytesOf(cms)
}

/** The parts of a CMS that the rest does not determine, and the bytes that its signature covers. */
export type ReadCms = { certificates: Uint8Array[]; signature: Uint8Array; signedBytes: Uint8Array }

/** @throws Error if the bytes are no CMS with one signer. */
export function readCms(bytes: Uint8Array): ReadCms {
  const content = pkijs.ContentInfo.fromBER(der(bytes))
  if (content.contentType !== oid.signedData) throw new Error('this is no signed data')
  const cms = new pkijs.SignedData({ schema: content.content })
  const [signer, ...others] = cms.signerInfos
  if (!signer?.signedAttrs || others.length > 0) throw new Error('this does not have one signer')
  return {
    certificates: (cms.certificates ?? []).map(each => {
      if (!(each instanceof pkijs.Certificate)) throw new Error('this has an attribute certificate')
      return new Uint8Array(each.toSchema(false).toBER())
    }),
    signature: Uint8Array.from(signer.signature.valueBlock.valueHexView),
    signedBytes: new Uint8Array(signer.signedAttrs.encodedValue),
  }
}

/**
 * The CMS that `signDigest` would have made, given its signature. A found CMS must be equal to it, so nothing can be added to one,
 * not even where the signature does not cover it.
 */
export async function rebuildCms(
  digest: Uint8Array,
  certificates: readonly [X509Certificate, ...X509Certificate[]],
  signature: Uint8Array,
): Promise<Buffer> {
  const cms = unsignedCms(digest, certificates)
  const [signer] = cms.signerInfos
  if (!signer) throw new Error('there is no signer')
  nameAlgorithms(cms, certificates[0])
  signer.signature = octets(signature)
  return bytesOf(cms)
}
