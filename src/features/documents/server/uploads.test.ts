import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uploadType } from '../../../contract/request-of.ts'
import { clamdScanner, type Scanner } from '../../../server/files/clamd.ts'
import { hostOf, originOf, startTestApp, type TestApp, type TestSession } from '../../../testing/app.ts'
import { gifOf, jpeg4x3, pdfOf, pdfWithPackedObject, pngOf } from '../../../testing/factories/make-file.ts'
import { type MadeFund, makeFund, makePersonOf, makeStaff } from '../../../testing/factories/make-fund.ts'
import { listDocuments, uploadDocument } from '../documents.contract.ts'
import type { DocumentType } from '../domain/document-types.ts'
import { keyOfDocument } from './store-document.ts'

let portal: TestApp
let fund: MadeFund
let service: TestSession
let scanned: Scanner | null = null

beforeAll(async () => {
  const scanFile: Scanner = async bytes => (scanned ? await scanned(bytes) : { found: null })
  portal = await startTestApp({ settings: { scanFile } })
  fund = await makeFund(portal)
  service = (await makePersonOf(portal, fund, 'service_team')).session
})
afterAll(() => portal.close())

const upload = (
  bytes: Uint8Array<ArrayBuffer>,
  about: { type?: DocumentType; name?: string; readers?: string } = {},
  as = service,
) => {
  const { type = 'agreement', name = 'Agency agreement.pdf', readers } = about
  const query = { name, type, ...(readers === undefined ? {} : { readers }) }
  return portal.call(uploadDocument, { params: { fundId: fund.fundId }, query, upload: bytes }, { as })
}
const bytesOf = (text: string | Buffer) => new Uint8Array(Buffer.from(text))
const joined = (...parts: (Uint8Array | string)[]) =>
  bytesOf(Buffer.concat(parts.map(part => Buffer.from(part as string))))

/** A signature field with its signature, which covers the bytes of the file. */
const signedPdf = pdfOf({
  catalog: '/AcroForm << /Fields [4 0 R] /SigFlags 3 >>',
  page: '/Annots [4 0 R]',
  objects: [
    '4 0 obj\n<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /Rect [0 0 0 0] /V 5 0 R >>\nendobj\n',
    '5 0 obj\n<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 10 20 30] /Contents <00> >>\nendobj\n',
  ],
})

describe('an upload of staff', () => {
  test('is stored with the readers of its type, and a signed PDF byte for byte', async () => {
    const { status, reply } = await upload(signedPdf, { name: '..\\Agency "agreement" 2026.PDF' })
    expect(status).toBe(200)
    expect(reply).toMatchObject({
      fileName: 'Agency agreement 2026.pdf',
      type: 'agreement',
      bytes: signedPdf.length,
      readers: ['donor', 'joint_donor', 'primary_advisor', 'service_team'],
    })
    const { rows } = await portal.database.admin.query(
      `select sha256 = sha256($2) as same, added_by is not null as named from document where document_id = $1`,
      [reply.documentId, Buffer.from(signedPdf)],
    )
    expect(rows).toEqual([{ same: true, named: true }])
    const stored = await portal.files.get(keyOfDocument(fund.book, reply.documentId))
    expect(stored?.length).toBe(signedPdf.length + 16)
  })

  test('stores pictures written again, without what follows their end', async () => {
    const zip = joined(jpeg4x3, 'PK\x03\x04 a whole archive')
    const { reply } = await upload(zip, { name: 'scan.jpeg', type: 'identity' })
    expect(reply.fileName).toBe('scan.jpg')
    expect(reply.bytes).toBeLessThan(zip.length)
    expect((await upload(pngOf(4, 3), { name: 'scan' })).reply.fileName).toBe('scan.png')
  })

  test('may name its readers, but never viewers of confidential documents, nor leave out the uploader', async () => {
    const named = await upload(pdfOf(), { type: 'tax', readers: 'banker,service_team' })
    expect(named.reply.readers).toEqual(['banker', 'service_team'])
    for (const readers of ['viewer,service_team', 'successor,service_team', 'donor']) {
      const { status, problem } = await upload(pdfOf(), { type: 'tax', readers })
      expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['readers']])
    }
    const staff = await makeStaff(portal)
    expect((await upload(pdfOf(), { type: 'tax', readers: 'donor' }, staff.session)).status).toBe(200)
  })
})

const bomb = pdfWithPackedObject({
  object: '<< >>',
  catalog: '/X 4 0 R',
  dictionary: '/Filter /FlateDecode',
  pack: text => deflateSync(Buffer.concat([Buffer.from(text), Buffer.alloc(300_000_000, ' ')])),
})

describe('hostile uploads', () => {
  const action = (dictionary: string) => pdfOf({ catalog: `/OpenAction << ${dictionary} >>` })
  const archiveEnd = Buffer.alloc(22)
  archiveEnd.write('PK\x05\x06', 'latin1')
  // The archive's comment is the end of the PDF.
  const archiveInside = (() => {
    const pdf = Buffer.from(pdfOf())
    const at = pdf.lastIndexOf('%%EOF')
    const end = Buffer.from(archiveEnd)
    end.writeUInt16LE(pdf.length - at, 20)
    return joined(pdf.subarray(0, at), end, pdf.subarray(at))
  })()

  test.each<[string, Uint8Array<ArrayBuffer>, RegExp]>([
    ['a Word file', bytesOf('PK\x03\x04[Content_Types].xml'), /neither a PDF nor a picture/],
    ['a GIF', gifOf(4, 3), /neither a PDF nor a picture/],
    ['a page', bytesOf('<!doctype html><script>alert(1)</script>'), /neither a PDF nor a picture/],
    ['a program', bytesOf('MZ\x90'), /neither a PDF nor a picture/],
    ['one byte', bytesOf('%'), /neither a PDF nor a picture/],
    ['a PDF cut in half', pdfOf().slice(0, 200), /damaged/],
    ['a PDF with a script', action('/S /JavaScript /JS (app.alert\\(1\\))'), /runs a script/],
    [
      'a script that looks like a signature',
      action('/S /JavaScript /ByteRange [0 1]'),
      /signed|runs a script/,
    ],
    ['a PDF with an archive after it', joined(pdfOf(), 'PK\x03\x04', archiveEnd), /file of another type/],
    ['a PDF with an archive in it', archiveInside, /file of another type/],
    ['a PDF that is a page', joined('%PDF-1.7\n<html><script>', pdfOf()), /file of another type/],
    ['a PDF that unpacks to 300 MB', bomb, /too much memory|too long|damaged/],
    ['a picture of 30,000 × 30,000 pixels', pngOf(30_000, 30_000), /pixels/],
  ])('%s', async (_what, bytes, reason) => {
    const { status, problem } = await upload(bytes)
    expect([status, Object.keys(problem.errors ?? {})]).toEqual([400, ['file']])
    expect(problem.errors?.file?.[0]).toMatch(reason)
  })

  test('refuses an upload that takes long to examine, while others are served', async () => {
    const refused = upload(bomb)
    const others = portal.call(listDocuments, { params: { fundId: fund.fundId } }, { as: service })
    expect(await Promise.race([refused.then(() => 'the upload'), others.then(() => 'the others')])).toBe(
      'the others',
    )
    expect((await refused).status).toBe(400)
  })

  test('refuses an empty body', async () => {
    expect(await upload(bytesOf(''))).toMatchObject({
      status: 400,
      problem: { detail: 'The file is empty.' },
    })
  })

  test('refuses a gigabyte before it is sent', async () => {
    await portal.app.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(Number(new URL(portal.app.listeningOrigin).port), '127.0.0.1')
    socket.write(
      [
        `POST /api/accounts/${fund.fundId}/documents?name=a.pdf&type=other HTTP/1.1`,
        `host: ${hostOf('npt')}`,
        `origin: ${originOf('npt')}`,
        `content-type: ${uploadType}`,
        'content-length: 1073741824',
        'x-accountid: 0',
        ...Object.entries(service.headers).map(([name, value]) => `${name}: ${value}`),
        '\r\n',
      ].join('\r\n'),
    )
    const [head] = (await once(socket, 'data')) as [Buffer]
    expect(head.toString()).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})

describe('the virus scanner', () => {
  let server: Server
  let reply: (received: Buffer) => string | null
  beforeAll(async () => {
    server = createServer((socket: Socket) => {
      const parts: Buffer[] = []
      socket.on('error', () => {})
      socket.on('data', (part: Buffer) => {
        parts.push(part)
        const received = Buffer.concat(parts)
        if (!received.subarray(-4).equals(Buffer.alloc(4))) return
        const answer = reply(received)
        if (answer === null) socket.destroy()
        else socket.end(`${answer}\0`)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as { port: number }
    scanned = clamdScanner({ host: '127.0.0.1', port })
  })
  afterAll(() => {
    scanned = null
    server.close()
  })

  test('receives the whole file, and a clean one is stored', async () => {
    let sent: Buffer = Buffer.alloc(0)
    reply = received => {
      sent = received
      return 'stream: OK'
    }
    expect((await upload(pdfOf())).status).toBe(200)
    expect(sent.subarray(0, 10).toString('latin1')).toBe('zINSTREAM\0')
    expect(sent.includes(Buffer.from(pdfOf()))).toBe(true)
  })

  test('a finding is quarantined: nobody lists or downloads it, and the audit log names it', async () => {
    reply = () => 'stream: Win.Test.EICAR_HDB-1 FOUND'
    const { status, problem } = await upload(pdfOf(), { name: 'quarantined' })
    expect([status, problem.errors?.file]).toEqual([
      400,
      [
        'The virus scanner found Win.Test.EICAR_HDB-1 in this file. It was quarantined, and no one can open it.',
      ],
    ])
    const { rows } = await portal.database.admin.query(
      `select d.state, d.finding, e.kind from document d join audit_event e on e.detail ->> 'document' = d.document_id::text
        where d.name = 'quarantined.pdf'`,
    )
    expect(rows).toEqual([
      { state: 'quarantined', finding: 'Win.Test.EICAR_HDB-1', kind: 'document-quarantined' },
    ])
    const { reply: listed } = await portal.call(
      listDocuments,
      { params: { fundId: fund.fundId }, query: { first: 500 } },
      { as: service },
    )
    expect(listed.data.map(row => row.fileName)).not.toContain('quarantined.pdf')
  })

  test.each([null, 'INSTREAM size limit exceeded. ERROR', ''])(
    'that answers %j is a failure, and the file is not stored',
    async answer => {
      reply = () => answer
      const { status, problem } = await upload(pdfOf(), { name: 'unscanned' })
      expect([status, problem.title, problem.service]).toEqual([
        503,
        'Service Unavailable',
        'our virus scanner',
      ])
      const { rows } = await portal.database.admin.query(`select from document where name = 'unscanned.pdf'`)
      expect(rows).toEqual([])
    },
  )
})
