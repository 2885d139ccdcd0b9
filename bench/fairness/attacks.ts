import { pdfOf, pngOf } from '../../src/testing/factories/make-file.ts'
import { sheetOf, zip } from '../../src/testing/factories/make-workbook.ts'
import { camtFile } from '../../src/testing/payments/camt.ts'
import { usually } from '../sizes.ts'
import { beginUpload, openLink, type Sender, send } from './http.ts'

/**
 * What one person does at once. `run` ends with the statuses when all is answered, or when `stop` aborts; then its connections close.
 */
export type Attack = {
  what: string
  run: (attacker: Sender, stop: AbortSignal) => Promise<number[]>
  /** It is never answered. */
  isEndless?: true
}

type About = { fundId: number; applicationId: string; account: { bank: string; account: string } }

const times = <Result>(count: number, one: (index: number) => Result): Result[] =>
  Array.from({ length: count }, (_none, index) => one(index))
/** How many requests an attack sends at once. */
const several = (usual: number) => usually(usual, 1)

const comment = (content: string) => zip([...sheetOf(''), { name: 'xl/worksheets/sheet2.xml', content }])
const sheet = (rows: string) => zip(sheetOf(rows))

/** How large an input is; with `--smallest` a thousandth of it. */
const large = (usual: number) => usually(usual, Math.ceil(usual / 1000))

/** The inputs that once stopped others, and more of their kinds. */
export function attacksOf({ fundId, applicationId, account }: About): Attack[] {
  const workbooks = (what: string, bytes: Uint8Array): Attack => ({
    what: `12 workbooks: ${what}`,
    run: (attacker, stop) =>
      Promise.all(
        times(several(12), () =>
          send(
            attacker,
            {
              method: 'POST',
              path: `/api/accounts/${fundId}/grant-files?name=a.xlsx&naming=fund_only`,
              bytes,
            },
            stop,
          ),
        ),
      ),
  })
  const bankFiles = (what: string, text: string): Attack => ({
    what: `4 bank files: ${what}`,
    run: (attacker, stop) =>
      Promise.all(
        times(several(4), () =>
          send(
            attacker,
            {
              method: 'POST',
              path: '/api/bank-files/check?name=a.xml&confirmed=',
              bytes: Buffer.from(text),
            },
            stop,
          ),
        ),
      ),
  })
  const files = (what: string, bytes: Uint8Array): Attack => ({
    what: `12 files: ${what}`,
    run: (attacker, stop) =>
      Promise.all(
        times(several(12), () =>
          send(attacker, { method: 'POST', path: '/api/files?name=a&alt=a', bytes }, stop),
        ),
      ),
  })
  const gets = (what: string, count: number, path: string): Attack => ({
    what: `${count} requests: ${what}`,
    run: (attacker, stop) => Promise.all(times(several(count), () => send(attacker, { path }, stop))),
  })
  const statement = camtFile([{ ...account, entries: [] }])
  const withIn = (text: string) => statement.replace('</GrpHdr>', `${text}</GrpHdr>`)
  const entries = (text: string) =>
    camtFile([
      {
        ...account,
        entries: times(large(50_000), index => ({
          amount: `${index + 1}.00`,
          side: 'CRDT' as const,
          servicerRef: `REFERENCE-${index}`,
          text,
        })),
      },
    ])
  return [
    workbooks('a comment of 38 MB', sheet(`<!--${'-'.repeat(large(38_000_000))}-->`)),
    workbooks(
      'an unfinished text of 20 MB',
      sheet(`<row r="1"><c r="A1" t="inlineStr"><is><t>${'<'.repeat(large(20_000_000))}`),
    ),
    workbooks('CDATA of 38 MB', sheet(`<![CDATA[${'x'.repeat(large(38_000_000))}]]>`)),
    workbooks(
      '2 million attributes',
      sheet(`<row r="1"><c ${times(large(2_000_000), index => `a${index}="1"`).join(' ')}/></row>`),
    ),
    workbooks('800,000 rows', sheet('<row><c><v>1</v></c></row>'.repeat(large(800_000)))),
    workbooks('a second sheet of 38 MB', comment('<'.repeat(large(38_000_000)))),
    bankFiles('4 million elements', withIn('<y/>'.repeat(large(4_000_000)))),
    bankFiles('50,000 entries', entries('Transfer')),
    bankFiles('50,000 entries that name a run', entries('RUN-1')),
    bankFiles(
      'elements 20,000 deep',
      withIn(`${'<y>'.repeat(large(20_000))}${'</y>'.repeat(large(20_000))}`),
    ),
    bankFiles(
      'attributes of 15 MB',
      withIn(`<y ${times(large(1_000_000), index => `a${index}="x"`).join(' ')}/>`),
    ),
    files(
      'a PDF of 300,000 lines of garbage',
      Buffer.from(`%PDF-1.7\n${'garbage\n'.repeat(large(300_000))}startxref\n9\n%%EOF\n`),
    ),
    files('a picture of 36 million pixels', pngOf(large(6_000), large(6_000))),
    files(
      'a PDF with 100,000 names',
      Buffer.from(
        pdfOf({ catalog: `/X << ${times(large(100_000), index => `/N${index} [${index}]`).join(' ')} >>` }),
      ),
    ),
    gets('statements as PDF', 18, `/api/accounts/${fundId}/statement?from=2020-01-01&to=2026-01-01`),
    {
      what: '40 requests: the document of an application',
      run: (attacker, stop) =>
        Promise.all(
          times(several(40), () =>
            openLink(attacker, `/api/account-applications/${applicationId}/document/download`, stop),
          ),
        ),
    },
    gets('the guide to statements', 40, '/guides/statement-guide.pdf'),
    gets('the OpenAPI document', 60, '/api/openapi.json'),
    gets('accounts as a workbook', 8, '/api/accounts/export?format=xlsx'),
    {
      what: '30 uploads of 24 MB that are never finished',
      isEndless: true,
      run: async (attacker, stop) => {
        const open = times(several(30), () =>
          beginUpload(attacker, '/api/files?name=a.pdf&alt=a', 24 * 1024 * 1024),
        )
        await new Promise(resolve => stop.addEventListener('abort', resolve))
        for (const each of open) each.destroy()
        return []
      },
    },
  ]
}
