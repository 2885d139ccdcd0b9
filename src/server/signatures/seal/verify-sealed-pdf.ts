import { createHash, hash, verify, X509Certificate } from 'node:crypto'
import { type ReadCms, readCms, rebuildCms } from './cms.ts'
import { originalEntry } from './seal-format.ts'
import { areValidAt, isChain } from './sealer.ts'

/** The contents of a seal. Whether its certificate is the right one is for the reader to decide. */
export type Seal = {
  sealedAt: Date
  /** The seal's own certificate first. */
  certificates: readonly [X509Certificate, ...X509Certificate[]]
  /** The first bytes of the file: the document that people signed. */
  original: { bytes: number; sha256: string }
}

/** The file is no sealed PDF, or not the one that was sealed. The message is a sentence for the reader. */
export class BrokenSeal extends Error {}

type Certificates = Seal['certificates']

/**
 * Verifies a sealed PDF without any other knowledge: that one signature covers every byte of the file but its own, that it fits them,
 * and that its certificate was valid and signed by the certificates beside it. Stricter than PDF readers, which ignore bytes that do
 * not matter: only what `sealPdf` writes is accepted.
 *
 * @throws BrokenSeal
 */
export async function verifySealedPdf(pdf: Buffer): Promise<Seal> {
  try {
    return await verifySeal(pdf)
  } catch (error) {
    if (error instanceof BrokenSeal) throw error
    // The libraries fail in their own ways on certificates and keys that were altered.
    throw new BrokenSeal('The signature cannot be read.', { cause: error })
  }
}

async function verifySeal(pdf: Buffer): Promise<Seal> {
  if (pdf.subarray(0, 5).toString('latin1') !== '%PDF-') throw new BrokenSeal('This is not a PDF.')
  const { start, end, entries } = findSignature(pdf)
  const cms = readContents(pdf.subarray(start, end))
  const digest = createHash('sha256').update(pdf.subarray(0, start)).update(pdf.subarray(end)).digest()
  const { certificates, signature, signedBytes } = parse(cms)
  const expected = await rebuildCms(digest, certificates, signature)
  const [{ publicKey }] = certificates
  if (!includesDigest(signedBytes, digest))
    throw new BrokenSeal(
      'The file was changed after it was sealed: its digest is not the one that was signed.',
    )
  if (!verify('sha256', signedBytes, publicKey, signature))
    throw new BrokenSeal('The signature does not belong to the certificate in the file.')
  if (!expected.equals(cms))
    throw new BrokenSeal('The signature contains something that the portal did not write.')
  const sealedAt = timeOf(entries)
  if (!isChain(certificates))
    throw new BrokenSeal('The certificates in the file do not follow from one another.')
  if (!areValidAt(certificates, sealedAt))
    throw new BrokenSeal('The certificate was not valid when the file was sealed.')
  return { sealedAt, certificates, original: originalOf(pdf, entries) }
}

/** The only signature of the file: from where to where its contents stand, and its other entries. */
function findSignature(pdf: Buffer): { start: number; end: number; entries: string } {
  const found: number[] = []
  for (let at = pdf.indexOf('/ByteRange'); at >= 0; at = pdf.indexOf('/ByteRange', at + 1)) found.push(at)
  const [at, ...others] = found
  if (at === undefined) throw new BrokenSeal('The file is not sealed: it has no signature.')
  if (others.length > 0)
    throw new BrokenSeal(
      `The file has ${found.length} signatures. A sealed file has one, which covers all of it.`,
    )
  const range = /^\/ByteRange \[0 (\d{1,10}) (\d{1,10}) (\d{1,10})\] *\n/.exec(
    pdf.toString('latin1', at, at + 80),
  )
  const [start, end, rest] = (range ?? []).slice(1).map(Number)
  if (start === undefined || end === undefined || rest === undefined)
    throw new BrokenSeal('The signature does not say which part of the file it covers.')
  if (end + rest < pdf.length)
    throw new BrokenSeal(
      `Something was added after the file was sealed: ${pdf.length - end - rest} bytes are not covered by the seal.`,
    )
  if (end + rest > pdf.length)
    throw new BrokenSeal(`The file is incomplete: ${end + rest - pdf.length} bytes are missing.`)
  const first = pdf.lastIndexOf(' obj\n', at)
  const last = pdf.indexOf('endobj', end)
  // The contents are in the same object, directly after their name.
  if (
    !(first < at && at < start && start < end && end < last) ||
    pdf.toString('latin1', start - 10, start) !== '/Contents '
  )
    throw new BrokenSeal('The signature leaves out a part of the file that is not the signature itself.')
  return { start, end, entries: pdf.toString('latin1', first, start) + pdf.toString('latin1', end, last) }
}

/** Lower-case hexadecimal digits between angle brackets, filled up with zeros. */
function readContents(contents: Buffer): Buffer {
  const unreadable = new BrokenSeal('The signature cannot be read.')
  const digits = /^<((?:[0-9a-f]{2})+)>$/.exec(contents.toString('latin1'))?.[1]
  if (digits === undefined) throw unreadable
  const bytes = Buffer.from(digits, 'hex')
  // DER: a sequence whose length takes two bytes.
  if (bytes[0] !== 0x30 || bytes[1] !== 0x82) throw unreadable
  const length = bytes.readUInt16BE(2) + 4
  if (length > bytes.length || bytes.subarray(length).some(byte => byte !== 0)) throw unreadable
  return bytes.subarray(0, length)
}

function parse(cms: Buffer): Omit<ReadCms, 'certificates'> & { certificates: Certificates } {
  const { certificates, ...rest } = readCms(cms)
  const [first, ...others] = certificates.map(each => new X509Certificate(each))
  if (!first) throw new BrokenSeal('The signature has no certificate.')
  return { ...rest, certificates: [first, ...others] }
}

const includesDigest = (signedBytes: Uint8Array, digest: Buffer) => Buffer.from(signedBytes).includes(digest)

function timeOf(entries: string): Date {
  const [, year, month, day, hour, minute, second] =
    /\/M \(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/.exec(entries) ?? []
  const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (Number.isNaN(at.getTime())) throw new BrokenSeal('The signature does not say when the file was sealed.')
  return at
}

function originalOf(pdf: Buffer, entries: string): Seal['original'] {
  const pattern = new RegExp(`/${originalEntry} <<\\s*/Length (\\d{1,10})\\s*/SHA256 <([0-9a-f]{64})>\\s*>>`)
  const [, bytes, sha256 = ''] = pattern.exec(entries) ?? []
  if (hash('sha256', pdf.subarray(0, Number(bytes ?? 0)), 'hex') !== sha256)
    throw new BrokenSeal('The file does not begin with the document that was signed.')
  return { bytes: Number(bytes), sha256 }
}
