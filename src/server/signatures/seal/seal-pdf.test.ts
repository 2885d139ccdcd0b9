import { spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { npt } from '../../../clients/configuration/npt.ts'
import { pdfFaults } from '../../../testing/pdf-faults.ts'
import { nodesOf, readPdf } from '../../../testing/read-pdf.ts'
import { portalOf } from '../../heavy-work/requester.ts'
import { writePdf } from '../../pdf/write-pdf.ts'
import { makeSealerPem } from './make-sealer.ts'
import { sealPdf } from './seal-pdf.ts'

const requester = portalOf({ name: 'npt' })

import { temporaryDirectory } from '../../../testing/temporary/temporary-directory.ts'
import { readSealer, type Sealer } from './sealer.ts'
import { verifySealedPdf } from './verify-sealed-pdf.ts'

const at = new Date('2026-11-20T10:02:03Z')
const pdfOf = (title: string, text: string) =>
  writePdf({
    title,
    text: [
      { kind: 'heading', level: 2, id: 'terms', children: [{ kind: 'text', text: 'Terms' }] },
      { kind: 'paragraph', children: [{ kind: 'text', text }] },
    ],
    client: npt,
    origin: 'https://npt.example.org',
    versionOf: null,
    createdAt: at,
    pictures: new Map(),
  })
const about = { sealedBy: npt.displayName, reason: 'Signed by Ann Taylor', at }

const folder = temporaryDirectory('seal')
let sealer: Sealer
let pem: string
let original: Buffer
let sealed: Buffer
beforeAll(async () => {
  pem = await makeSealerPem('Almoner test', at)
  sealer = readSealer(pem, 'The seal')
  original = await pdfOf('Gift agreement', 'The gift is irrevocable.')
  const record = await pdfOf('Signatures', 'Ann Taylor signed.')
  sealed = await sealPdf({ document: original, record }, about, sealer, requester)
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs `npm run documents:verify` on these bytes. */
function command(pdf: Uint8Array, certificates = pem) {
  const [file, certificate] = [join(folder, 'file.pdf'), join(folder, 'seal.pem')]
  writeFileSync(file, pdf)
  writeFileSync(certificate, certificates)
  return spawnSync(process.execPath, ['tools/documents-verify.ts', file, certificate], { encoding: 'utf8' })
}
const flip = (pdf: Buffer, offset: number) => {
  const changed = Buffer.from(pdf)
  changed.writeUInt8(changed.readUInt8(offset) ^ 1, offset)
  return changed
}

describe('sealPdf', () => {
  test('signs all bytes of the file, and another library verifies it', async () => {
    const [, start = 0, end = 0, rest = 0] =
      /\/ByteRange \[0 (\d+) (\d+) (\d+)\]/.exec(sealed.toString('latin1'))?.map(Number) ?? []
    expect(end + rest).toBe(sealed.length)
    expect(sealed.toString('latin1')).toContain('/SubFilter /ETSI.CAdES.detached')
    const cms = Buffer.from(sealed.toString('latin1', start + 1, end - 1), 'hex')
    const { content } = pkijs.ContentInfo.fromBER(Uint8Array.from(cms).buffer)
    const signedData = new pkijs.SignedData({ schema: content })
    const data = Uint8Array.from(Buffer.concat([sealed.subarray(0, start), sealed.subarray(end)])).buffer
    expect(await signedData.verify({ signer: 0, data, checkChain: false })).toBe(true)
    const types = signedData.signerInfos[0]?.signedAttrs?.attributes.map(({ type }) => type)
    expect(types).toContain('1.2.840.113549.1.9.16.2.47')
    expect(await verifySealedPdf(sealed)).toMatchObject({
      sealedAt: at,
      original: { bytes: original.length, sha256: hash('sha256', original) },
    })
  })

  test('seals with an RSA key as with one on a curve', async () => {
    const rsa = readSealer(await makeSealerPem('Almoner test', at, 'rsa'), 'The seal')
    const record = await pdfOf('Signatures', 'Ann Taylor signed.')
    const file = await sealPdf({ document: original, record }, about, rsa, requester)
    expect((await verifySealedPdf(file)).certificates).toHaveLength(2)
    await expect(verifySealedPdf(flip(file, 100))).rejects.toThrow('The file was changed after it was sealed')
  })

  test('needs a key that belongs to its certificate', async () => {
    const [, otherCertificates = ''] = (await makeSealerPem('Another', at)).split(
      '-----END PRIVATE KEY-----\n',
    )
    const [key] = pem.split('-----BEGIN CERTIFICATE-----')
    expect(() => readSealer(`${key}${otherCertificates}`, 'The seal')).toThrow(
      'The seal has a private key that is not the key of its first certificate.',
    )
    expect(() => readSealer(otherCertificates, 'The seal')).toThrow(
      'The seal has 0 private keys instead of one.',
    )
  })

  test('adds the record behind the document, with the tags of both', async () => {
    expect(sealed.subarray(0, original.length).equals(original)).toBe(true)
    expect(await pdfFaults(sealed, { locale: 'en-US', titles: 2 })).toEqual([])
    const read = await readPdf(sealed)
    expect(read.pages).toBe(2)
    expect(nodesOf(read.structure, 'H1', 'H2', 'P').map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'Gift agreement',
        'The gift is irrevocable.',
        'Signatures',
        'Ann Taylor signed.',
      ]),
    )
    expect(
      nodesOf(read.structure, 'Part')
        .map(({ text }) => text)
        .join(),
    ).toContain('Ann Taylor signed.')
  })

  test('accepts a document without tags and with compressed objects', async () => {
    const plain = await PDFDocument.create()
    plain.addPage([300, 300])
    const document = await plain.save({ useObjectStreams: true })
    const file = await sealPdf(
      { document, record: await pdfOf('Signatures', 'Signed.') },
      about,
      sealer,
      requester,
    )
    await verifySealedPdf(file)
    expect((await readPdf(file)).pages).toBe(2)
  })
})

describe('documents:verify', () => {
  test('says who sealed a file, and that nothing was changed', () => {
    const { stdout, status } = command(sealed)
    expect(stdout).toContain(`the seal covers all ${sealed.length} bytes`)
    expect(stdout).toContain('by CN=Almoner test seal, certified by CN=Almoner test root')
    expect(stdout).toContain(hash('sha256', original))
    expect(stdout).toContain('The file is valid.')
    expect(status).toBe(0)
  })

  test('refuses a file that someone else sealed', async () => {
    const { stdout, status } = command(sealed, await makeSealerPem('Almoner test', at))
    expect(stdout).toContain('The certificate is NOT one that you trust')
    expect(status).toBe(1)
  })

  test.each([
    ['no PDF', () => Buffer.from('Letter'), 'This is not a PDF.'],
    ['a PDF without a seal', () => original, 'The file is not sealed'],
    [
      'appended bytes',
      () => Buffer.concat([sealed, Buffer.from('\n%\n')]),
      '3 bytes are not covered by the seal',
    ],
    ['a file cut off', () => sealed.subarray(0, -10), 'The file is incomplete: 10 bytes are missing.'],
    ['a changed byte', () => flip(sealed, original.length - 100), 'The file was changed after it was sealed'],
  ])('refuses %s with a clear sentence', (_name, file, sentence) => {
    const { stdout, status } = command(file())
    expect(stdout).toContain(sentence)
    expect(stdout).toContain('The file is NOT valid.')
    expect(status).toBe(1)
  })

  test('refuses a second signature over the first', async () => {
    const record = await pdfOf('Signatures', 'Somebody else signed.')
    const twice = await sealPdf({ document: sealed, record }, about, sealer, requester)
    await expect(verifySealedPdf(twice)).rejects.toThrow('The file has 2 signatures.')
  })

  test('refuses every changed bit of the signature, and one in each kilobyte of the rest', async () => {
    const start = sealed.indexOf('/Contents <') + '/Contents '.length
    const cmsDigits =
      2 * (Buffer.from(sealed.toString('latin1', start + 3, start + 9), 'hex').readUInt16BE(1) + 4)
    const offsets = [
      ...Array.from({ length: cmsDigits + 40 }, (_, index) => start - 10 + index).filter(
        (_, index) => index % 13 === 0,
      ),
      ...Array.from({ length: Math.floor(sealed.length / 1024) }, (_, index) => index * 1024),
    ]
    const accepted: number[] = []
    for (const offset of offsets)
      await verifySealedPdf(flip(sealed, offset)).then(
        () => accepted.push(offset),
        (error: Error) => expect(error.constructor.name).toBe('BrokenSeal'),
      )
    expect(offsets.length).toBeGreaterThan(200)
    expect(accepted).toEqual([])
  })

  test.skipIf(spawnSync('pdfsig', ['-v']).error !== undefined)('agrees with pdfsig of poppler', () => {
    const file = join(folder, 'sealed.pdf')
    writeFileSync(file, sealed)
    const read = (path: string) => spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8' }).stdout
    expect(read(file)).toMatch(/Signature is Valid/)
    expect(read(file)).toMatch(/ETSI\.CAdES\.detached/)
    expect(read(file)).toMatch(/Total document signed/)
    writeFileSync(file, flip(sealed, original.length - 100))
    expect(read(file)).not.toMatch(/Signature is Valid/)
  })
})
