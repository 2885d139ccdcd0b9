import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Problem } from '../../../../contract/problems.ts'
import { writePdf } from '../../../../server/pdf/write-pdf.ts'
import { npt } from '../../../../tenants/clients/npt.ts'
import { pdfOf, pdfStream, pdfWithPackedObject } from '../../../../testing/factories/make-file.ts'
import { scriptsInPdf, toldOfPdf } from '../../../../testing/pdf/pdf-js.ts'
import { examineFile } from './examine-file.ts'

async function refusalOf(bytes: Uint8Array): Promise<string> {
  try {
    const { mediaType } = await examineFile(bytes)
    return `accepted as ${mediaType}`
  } catch (error) {
    if (error instanceof Problem) return error.errors?.file?.join() ?? error.message
    throw error
  }
}

const script = '/S /JavaScript /JS (app.alert\\(1\\))'
const action = `4 0 obj\n<< ${script} >>\nendobj\n`
/** A button that is packed with its script: nothing in the file itself names either. */
const button = {
  object: `<< /Type /Annot /Subtype /Widget /FT /Btn /T (x) /Rect [0 0 9 9] /A << ${script} >> >>`,
  page: '/Annots [4 0 R]',
  catalog: '/AcroForm << /Fields [4 0 R] >>',
}
const hex = (text: string) => `${Buffer.from(text, 'latin1').toString('hex')}>`
const flate = (text: string) => deflateSync(Buffer.from(text, 'latin1'))
const annotation = (about: string) => `5 0 obj\n<< /Type /Annot /Rect [0 0 9 9] ${about} >>\nendobj\n`

describe('an upload refuses a PDF in which pdf.js finds a script', () => {
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
      'in the tree of names',
      pdfOf({
        catalog: '/Names << /JavaScript << /Kids [5 0 R] >> >>',
        objects: [action, '5 0 obj\n<< /Names [(a) 4 0 R] >>\nendobj\n'],
      }),
    ],
    ['that runs when a page is shown', pdfOf({ page: '/AA << /O 4 0 R >>', objects: [action] })],
    ['that runs when the file is printed', pdfOf({ catalog: '/AA << /WP 4 0 R >>', objects: [action] })],
    [
      'behind a form field',
      pdfOf({
        page: '/Annots [5 0 R]',
        catalog: '/AcroForm << /Fields [5 0 R] >>',
        objects: [action, annotation('/Subtype /Widget /FT /Tx /T (x) /AA << /K 4 0 R >>')],
      }),
    ],
    [
      'behind a button',
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
      'in an object stream of two filters',
      pdfWithPackedObject({
        ...button,
        dictionary: '/Filter [/ASCIIHexDecode /FlateDecode]',
        pack: text => hex(flate(text).toString('latin1')),
      }),
    ],
    [
      'in an object stream behind a dictionary of 12 KB',
      pdfWithPackedObject({
        ...button,
        dictionary: `/Filter [/ASCIIHexDecode /FlateDecode] /Padding (${'x'.repeat(12_000)})`,
        pack: text => hex(flate(text).toString('latin1')),
      }),
    ],
    [
      'in an object stream whose keyword has a space behind it',
      pdfWithPackedObject({ ...button, dictionary: '/Filter /FlateDecode', pack: flate, after: ' ' }),
    ],
    [
      'whose text is a stream of its own',
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
      'hidden in the content of a stream, where its table of objects points',
      pdfOf({
        catalog: '/OpenAction 4 0 R /Extra 5 0 R',
        objects: ['5 0 obj\n<< /Length 73 >>\nstream\n', action, '\nendstream\nendobj\n'],
      }),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await scriptsInPdf(bytes)).not.toEqual([])
    expect(await refusalOf(bytes)).toMatch(
      /^The PDF .*(runs a script|of its own|hides objects|cannot be read)/,
    )
  })
})

describe('an upload writes a PDF anew and leaves behind what its pages do not lead to', () => {
  test.each<[string, Uint8Array]>([
    ['a script that nothing leads to', pdfOf({ objects: [action] })],
    [
      'a script in a comment, where the table of objects points',
      pdfOf({ catalog: '/OpenAction 4 0 R', objects: ['% \n%', action.replaceAll('\n', ' ')] }),
    ],
  ])('%s', async (_name, bytes) => {
    const { bytes: stored } = await examineFile(bytes)
    expect(await scriptsInPdf(stored)).toEqual([])
    expect(Buffer.from(stored).toString('latin1')).not.toMatch(/JavaScript|alert/)
  })

  test('writes texts as hexadecimal digits, so that none can be taken for an object', async () => {
    const { bytes } = await examineFile(
      pdfOf({ catalog: `/Lang (en 9 0 obj << ${script.replaceAll(/[()]/g, '')} >>)` }),
    )
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/9 0 obj|JavaScript/)
  })
})

describe('an upload refuses a PDF that could do more than be read', () => {
  const link = (about: string) => ({
    page: '/Annots [5 0 R]',
    objects: [annotation(`/Subtype /Link ${about}`)],
  })
  test.each<[string, Parameters<typeof pdfOf>[0], RegExp]>([
    ['starts a program', link('/A << /S /Launch /F (cmd.exe) >>'), /starts programs/],
    ['opens another file', link('/A << /S /GoToR /F (a.pdf) /D [0 /Fit] >>'), /refers to other files/],
    ['sends a form', link('/A << /S /SubmitForm /F (https://evil.example) >>'), /sends what is typed/],
    ['acts in a way that nobody knows', link('/A << /S /Surprise >>'), /of its own/],
    [
      'acts by a stream',
      { ...link('/A 6 0 R'), objects: [...link('/A 6 0 R').objects, pdfStream(6, '/S /Hide', 'x')] },
      /of its own/,
    ],
    ['prints itself', { catalog: '/OpenAction << /S /Named /N /Print >>' }, /of its own/],
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
    ['carries files', { catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' }, /carries other files/],
    [
      'carries a file with a page',
      { page: '/AF [<< /Type /Filespec /EF << >> >>]' },
      /(carries|refers to) other files/,
    ],
    ['attaches a file', { page: '/Annots [<< /Subtype /FileAttachment >>]' }, /carries other files/],
    ['plays media', { page: '/Annots [<< /Subtype /RichMedia >>]' }, /plays media/],
    ['is a form with a program', { catalog: '/AcroForm << /XFA [] >>' }, /form with a program/],
    ['is a portfolio', { catalog: '/Collection << >>' }, /carries other files/],
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
    ['has no pages', { catalog: '/Pages 9 0 R' }, /cannot be read completely/],
  ])('that %s', async (_name, about, why) => {
    expect(await refusalOf(pdfOf(about))).toMatch(why)
  })

  test.each<[string, Uint8Array]>([
    ['cut off', pdfOf().subarray(0, -30)],
    ['of its first word alone', Buffer.from('%PDF-')],
    ['with an object that never ends', pdfOf({ objects: ['4 0 obj\n<< /A (\n'] })],
    ['nested a million deep', pdfOf({ objects: [`4 0 obj\n${'['.repeat(1_000_000)}`] })],
  ])('%s', async (_name, bytes) => {
    expect(await refusalOf(bytes)).toMatch(/cannot be read completely/)
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
  ['has named places', { catalog: '/Names << /Dests << /Names [(a) [3 0 R /Fit]] >> >>' }],
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
])('an upload accepts a PDF that %s', async (_name, about) => {
  const { mediaType, bytes } = await examineFile(pdfOf(about))
  expect(mediaType).toBe('application/pdf')
  expect(await scriptsInPdf(bytes)).toEqual([])
})

test('an upload keeps words, tags and links of a tagged PDF', async () => {
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
    pictures: new Map(),
  })
  const told = await toldOfPdf((await examineFile(tagged)).bytes)
  expect(told).toMatchObject({
    words: expect.stringContaining('Words and a link'),
    links: ['https://example.org/'],
  })
  expect(told).toEqual(await toldOfPdf(tagged))
})
