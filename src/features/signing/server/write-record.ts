import { hash } from 'node:crypto'
import sharp from 'sharp'
import type { Client } from '../../../clients/client.ts'
import type { Block, Inline, RichText } from '../../../contract/rich-text.ts'
import { portalOf } from '../../../server/heavy-work/requester.ts'
import { drawPdf } from '../../../server/pdf/draw-pdf.ts'
import { type Drawing, padSize, pathOf } from '../domain/signature.ts'
import type { EnvelopeRow, EventRow, SignerRow } from './envelopes.queries.ts'
import { signatureOf } from './signatures-of.ts'
import { isSponsor } from './turns.ts'

type ToRecord = {
  envelope: EnvelopeRow
  signers: readonly SignerRow[]
  events: readonly EventRow[]
  /** The document that was signed. */
  document: Uint8Array
  client: Client
  origin: string
  at: Date
}

/** Writes the record of the signatures, which is sealed behind the document: who signed, when, from where, and what they confirmed. */
export async function writeRecord(input: ToRecord): Promise<Uint8Array> {
  const { envelope, signers, events, document, client, origin, at } = input
  const pictures = new Map<string, Buffer>()
  for (const { signer_id: signerId, drawing } of signers)
    if (drawing) pictures.set(pictureOf(signerId), await pngOf(drawing))
  const text: RichText = [
    heading(2, 'document', 'Document'),
    list([
      `${envelope.subject} (${envelope.document_name})`,
      `SHA-256 digest of the document’s ${document.length} bytes: ${hash('sha256', document)}`,
      `Number of this record: ${envelope.envelope_id}`,
    ]),
    heading(2, 'signatures', 'Signatures'),
    ...signers.flatMap((signer, index) => signatureBlocks(signer, { index, events, client })),
    heading(2, 'history', 'History'),
    history(input),
    paragraph([
      textOf(
        'The pages before this record are the document as all signers saw it. The document and this record were sealed together: a PDF reader shows the seal, and any later change breaks it.',
      ),
    ]),
  ]
  return await drawPdf(
    {
      title: 'Record of signatures',
      text,
      client,
      origin,
      versionOf: null,
      createdAt: at,
      pictures,
    },
    portalOf(client),
  )
}

function signatureBlocks(
  row: SignerRow,
  { index, events, client }: { index: number; events: readonly EventRow[]; client: Client },
): Block[] {
  const { signer_id: signerId, name, drawing, decided_by_name: by, decided_at: at } = row
  const signature = signatureOf(row)
  const timeOf = (kind: EventRow['kind']) =>
    events.find(each => each.signer_id === signerId && each.kind === kind)
  const signed = timeOf('signed')
  const [consented, viewed] = [timeOf('consented'), timeOf('viewed')]
  const signsForSponsor = isSponsor(row)
  const statements = [
    signsForSponsor
      ? `Signed by ${by} for ${client.displayName}`
      : `Signed by ${by}${by === name ? '' : `, invited as ${name}`}`,
    `Signed on ${utc(at)}${signed?.address ? ` from the address ${signed.address}` : ''}`,
    ...(row.by_link ? [`Signed through a link that was e-mailed to ${row.email}`] : []),
    ...(consented ? [`Agreed to sign electronically on ${utc(consented.at)}`] : []),
    ...(viewed ? [`Opened the document on ${utc(viewed.at)}`] : []),
    ...(signature?.isTheirs === false
      ? [`Typed another name than ${signsForSponsor ? by : name}: “${signature.typedName}”`]
      : []),
    'Confirmed: “I have read this document and intend to sign it.”',
  ]
  return [
    heading(3, `signer-${index + 1}`, signsForSponsor ? client.displayName : name),
    ...(drawing
      ? [
          {
            kind: 'image' as const,
            href: pictureOf(signerId),
            alt: `Signature drawn by ${by}`,
            widthPx: padSize.width / 2,
            heightPx: padSize.height / 2,
          },
        ]
      : []),
    paragraph([
      { kind: 'emphasis', children: [{ kind: 'strong', children: [textOf(signature?.typedName ?? '')] }] },
    ]),
    list(statements),
  ]
}

const happened: Record<EventRow['kind'], string> = {
  created: 'The document was prepared for signature',
  consented: 'Agreed to sign electronically',
  viewed: 'Opened the document',
  signed: 'Signed',
  declined: 'Declined to sign',
  voided: 'The document was withdrawn',
  completed: 'The document was sealed',
  // After its seal, so that no record has it.
  removed: 'Copies deleted',
}

function history({ events, signers, client, at: sealedAt }: ToRecord): Block {
  const sealed = { kind: 'completed' as const, signer_id: null, address: null, at: sealedAt }
  return {
    kind: 'table',
    head: ['Time', 'Event', 'Who', 'Address'].map(cell),
    rows: [...events, sealed].map(({ at, kind, signer_id: signerId, address }) => {
      const signer = signers.find(each => each.signer_id === signerId)
      const who = signer?.decided_by_name ?? signer?.name ?? client.displayName
      return [utc(at), happened[kind], who, address ?? '–'].map(cell)
    }),
  }
}

const pictureOf = (signerId: string) => `signature:${signerId}`

/** The lines of a signature as a picture with the resolution of print. */
async function pngOf(drawing: Drawing): Promise<Buffer> {
  const { width, height } = padSize
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 2}" height="${height * 2}" viewBox="0 0 ${width} ${height}">
    <path d="${pathOf(drawing)}" fill="none" stroke="#14213d" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/></svg>`
  return await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
}

/** A time as evidence: to the second, and in a zone that needs no explanation. */
const utc = (at: Date | null) =>
  at === null ? '–' : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

const textOf = (text: string): Inline => ({ kind: 'text', text })
const cell = (text: string): Inline[] => [textOf(text)]
const paragraph = (children: Inline[]): Block => ({ kind: 'paragraph', children })
const heading = (level: 2 | 3, id: string, text: string): Block => ({
  kind: 'heading',
  level,
  id,
  children: [textOf(text)],
})
const list = (items: readonly string[]): Block => ({
  kind: 'list',
  start: null,
  items: items.map(item => [paragraph([textOf(item)])]),
})
