import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { npt } from '../../../../clients/configuration/npt.ts'
import { writePdf } from '../../../../server/pdf/write-pdf.ts'
import { pdfOf, pdfStream, pdfWithPackedObject } from '../../../../testing/factories/make-file.ts'
import { readTaggedPdf, scriptsInPdf } from '../../../../testing/pdf-js.ts'
import { readFile } from './read-file.ts'
import { RefusedFile } from './refused-file.ts'

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    const { mediaType } = await readFile(bytes)
    return `accepted as ${mediaType}`
  } catch (error) {
    if (error instanceof RefusedFile) return error.message
    throw error
  }
}

const script = '/S /JavaScript /JS (app.alert\\(1\\))'
const action = `4 0 obj\n<< ${script} >>\nendobj\n`
/** A button with a script, compressed together: the file itself contains neither name. */
const button = {
  object: `<< /Type /Annot /Subtype /Widget /FT /Btn /T (x) /Rect [0 0 9 9] /A << ${script} >> >>`,
  page: '/Annots [4 0 R]',
  catalog: '/AcroForm << /Fields [4 0 R] >>',
}
const hex = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`
const flate = (text: string) => deflateSync(Buffer.from(text, 'latin1'))
const annotation = (about: string) => `5 0 obj\n<< /Type /Annot /Rect [0 0 9 9] ${about} >>\nendobj\n`

describe('rejects a PDF in which pdf.js finds a script', () => {
  test.each<[string, Uint8Array]>([
    ['that runs when it is opened', pdfOf({ catalog: '/OpenAction 4 0 R', objects: [action] })],
    [
      'with #xx escapes in its names',
      pdfOf({
        catalog: '/Open#41ction 4 0 R',
        objects: ['4 0 obj\n<< /#53 /J#61vaScr#69pt /#4a#53 (app.alert\\(1\\)) >>\nendobj\n'],
      }),
    ],
    [
      'in the name tree',
      pdfOf({
        catalog: '/Names << /JavaScript << /Kids [5 0 R] >> >>',
        objects: [action, '5 0 obj\n<< /Names [(a) 4 0 R] >>\nendobj\n'],
      }),
    ],
    ['that runs when a page is shown', pdfOf({ page: '/AA << /O 4 0 R >>', objects: [action] })],
    ['that runs when the file is printed', pdfOf({ catalog: '/AA << /WP 4 0 R >>', objects: [action] })],
    [
      'in a form field',
      pdfOf({
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        objects: [action, annotation('/Subtype /Widget /FT /Tx /T (x) /AA << /K 4 0 R >>')],
      }),
    ],
    [
      'in a button',
      pdfOf({
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        objects: [action, annotation('/Subtype /Widget /FT /Btn /T (x) /A 4 0 R')],
      }),
    ],
    ['in an object stream', pdfWithPackedObject(button)],
    [
      'in a Flate object stream',
      pdfWithPackedObject({ ...button, dictionary: '/Filter /FlateDecode', pack: flate }),
    ],
    [
      'in an ASCIIHexDecode object stream',
      pdfWithPackedObject({ ...button, dictionary: '/Filter /ASCIIHexDecode', pack: hex }),
    ],
    [
      'in an object stream with two filters',
      pdfWithPackedObject({
        ...button,
        dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]',
        pack: text => hex(flate(text).toString('latin1')),
      }),
    ],
    [
      'in an object stream after a dictionary of 12 KB',
      pdfWithPackedObject({
        ...button,
        dictionary: `/Filter [/ASCIIHexDecode /FlateDecode] /Padding (${'x'.repeat(12_000)})`,
        pack: text => hex(flate(text).toString('latin1')),
      }),
    ],
    [
      'in an object stream whose keyword is followed by a space',
      pdfWithPackedObject({ ...button, dictionary: '/Filter /FlateDecode', pack: flate, after: ' ' }),
    ],
    [
      'whose text is in a separate stream',
      pdfOf({
        catalog: '/OpenAction 4 0 R',
        objects: [
          '4 0 obj\n<< /S /JavaScript /JS 5 0 R >>\nendobj\n',
          pdfStream(5, '/Filter /FlateDecode', flate('app.alert(1)')),
        ],
      }),
    ],
    [
      'that follows another action',
      pdfOf({
        catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] /Next 4 0 R >>',
        page: '/AA << /C 4 0 R >>',
        objects: [action],
      }),
    ],
    [
      'hidden in the content of a stream to which the table of objects points',
      pdfOf({
        catalog: '/OpenAction 4 0 R /Extra 5 0 R',
        objects: ['5 0 obj\n<< /Length 73 >>\nstream\n', action, '\nendstream\nendobj\n'],
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await scriptsInPdf(bytes)).not.toEqual([])
    expect(await refusalOf(bytes)).toMatch(
      /^The PDF .*(runs a script|by itself|parts that we can’t check|can’t be read)/,
    )
  })
})

describe('removes objects that the pages of a PDF do not refer to', () => {
  test.each<[string, Uint8Array]>([
    ['a script without a reference', pdfOf({ objects: [action] })],
    [
      'a script in a comment to which the table of objects points',
      pdfOf({ catalog: '/OpenAction 4 0 R', objects: ['% \n%', action.replaceAll('\n', ' ')] }),
    ],
  ])('%s', async (_name, bytes) => {
    const { bytes: stored } = await readFile(bytes)
    expect(await scriptsInPdf(stored)).toEqual([])
    expect(Buffer.from(stored).toString('latin1')).not.toMatch(/JavaScript|alert/)
  })

  test('writes strings as hexadecimal digits, so that none can be mistaken for an object', async () => {
    const { bytes } = await readFile(
      pdfOf({ catalog: `/Lang (en 9 0 obj << ${script.replaceAll(/[()]/g, '')} >>)` }),
    )
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/9 0 obj|JavaScript/)
  })
})

describe('rejects a PDF', () => {
  const link = (about: string) => ({
    page: '/Annots [5 0 R]',
    objects: [annotation(`/Subtype /Link ${about}`)],
  })
  test.each<[string, Parameters<typeof pdfOf>[0], RegExp]>([
    ['starts a program', link('/A << /S /Launch /F (cmd.exe) >>'), /starts programs/],
    ['opens another file', link('/A << /S /GoToR /F (a.pdf) /D [0 /Fit] >>'), /refers to other files/],
    ['sends a form', link('/A << /S /SubmitForm /F (https://evil.example) >>'), /sends what is typed/],
    ['has an unknown action', link('/A << /S /Surprise >>'), /by itself/],
    [
      'has an action in a stream',
      { ...link('/A 6 0 R'), objects: [...link('/A 6 0 R').objects, pdfStream(6, '/S /Hide', 'x')] },
      /by itself/,
    ],
    ['prints itself', { catalog: '/OpenAction << /S /Named /N /Print >>' }, /by itself/],
    [
      'has a link that is a script',
      link('/A << /S /URI /URI (javascript:alert(1)) >>'),
      /a link that runs a program/,
    ],
    [
      'has a link to a file',
      link('/A << /S /URI /URI (file:///etc/passwd) >>'),
      /a link that runs a program/,
    ],
    ['contains files', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }, /contains other files/],
    [
      'contains a file of a page',
      { page: '/AF [<< /Type /Filespec /EF << >> >>]' },
      /(contains|refers to) other files/,
    ],
    ['attaches a file', { page: '/Annots [<< /Subtype /FileAttachment >>]' }, /contains other files/],
    ['plays media', { page: '/Annots [<< /Subtype /RichMedia >>]' }, /plays media/],
    [
      'is a form that contains a program',
      { catalog: '/AcroForm << /XFA [] >>' },
      /form that contains a program/,
    ],
    ['is a portfolio', { catalog: '/Collection << >>' }, /contains other files/],
    ['is signed', { catalog: '/AcroForm << /Fields [<< /FT /Sig /V << /Type /Sig >> >>] >>' }, /is signed/],
    [
      'reads a stream from a file',
      { catalog: '/Extra 4 0 R', objects: [pdfStream(4, '/F (a)', 'x')] },
      /refers to other files/,
    ],
    [
      'is encrypted',
      { trailer: '/Encrypt << /Filter /Standard /V 1 /R 2 /O () /U () /P -1 >>' },
      /is encrypted/,
    ],
    ['has no pages', { catalog: '/Pages 9 0 R' }, /can’t be read completely/],
  ])('that %s', async (_name, about, why) => {
    expect(await refusalOf(pdfOf(about))).toMatch(why)
  })

  test.each<[string, Uint8Array]>([
    ['that is truncated', pdfOf().subarray(0, -30)],
    ['that has only its first bytes', Buffer.from('%PDF-')],
    ['with an object that never ends', pdfOf({ objects: ['4 0 obj\n<< /A (\n'] })],
    ['with a million nested arrays', pdfOf({ objects: [`4 0 obj\n${'['.repeat(1_000_000)}`] })],
  ])('%s', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/can’t be read completely/)
  })
})

test.each<[string, Parameters<typeof pdfOf>[0]]>([
  ['opens at a page', { catalog: '/OpenAction [3 0 R /Fit]' }],
  ['opens at a page by an action', { catalog: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' }],
  [
    'has links',
    {
      page: '/Annots [<< /Type /Annot /Subtype /Link /A << /S /URI /URI (https://example.org/a?b=c:d) >> >>]',
    },
  ],
  ['has named destinations', { catalog: '/Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >>' }],
  [
    'has tags with attributes',
    { catalog: '/StructTreeRoot << /K << /S /P /A << /O /Layout /Placement /Block >> >> >>' },
  ],
  [
    'has a form to fill in',
    { catalog: '/AcroForm << /Fields [4 0 R] >>', objects: ['4 0 obj\n<< /FT /Tx /T (name) >>\nendobj\n'] },
  ],
  [
    'has content',
    { page: '/Contents 4 0 R', objects: [pdfStream(4, '/Filter /FlateDecode', flate('BT (words) Tj ET'))] },
  ],
])('accepts a PDF that %s', async (_name, about) => {
  const { mediaType, bytes } = await readFile(pdfOf(about))
  expect(mediaType).toBe('application/pdf')
  expect(await scriptsInPdf(bytes)).toEqual([])
})

test('keeps the text, tags and links of a tagged PDF', async () => {
  const link = {
    kind: 'link' as const,
    href: 'https://example.org/',
    children: [{ kind: 'text' as const, text: 'a link' }],
  }
  const tagged = await writePdf({
    title: 'A guide',
    text: [{ kind: 'paragraph', children: [{ kind: 'text', text: 'Words and ' }, link] }],
    client: npt,
    origin: 'https://npt.example.org',
    versionOf: null,
    createdAt: new Date('2026-11-20T09:30:00Z'),
    pictures: new Map(),
  })
  const content = await readTaggedPdf((await readFile(tagged)).bytes)
  expect(content).toMatchObject({
    text: expect.stringContaining('Words and a link'),
    links: ['https://example.org/'],
  })
  expect(content).toEqual(await readTaggedPdf(tagged))
})
