import type { Client } from '../../../../clients/client.ts'
import type { GeneralLedger } from '../../../../domain/general-ledger.ts'
import type { Cell, FileColumn } from '../../../../server/export/cells.ts'
import { csvFile } from '../../../../server/export/csv.ts'
import { lastDayOf, type Month } from '../../domain/months.ts'
import type { JournalLine } from '../domain/journal.ts'

type About = {
  ledger: GeneralLedger
  month: Month
  number: number
  client: Client
  book: string
  /** `Cash contribution, reversed`, in the client's English. */
  describe: (line: JournalLine) => string
}

const text = (heading: string): FileColumn => ({ heading, type: 'text', widthCharacters: 30 })
const money = (heading: string): FileColumn => ({ heading, type: 'money', widthCharacters: 18 })
const orEmpty = (amountMinor: bigint) => (amountMinor === 0n ? null : amountMinor)

/** The file of a journal in the shape of the sponsor's program (docs/clients.md), dated on the last day of its month. */
export async function writeJournal(lines: readonly JournalLine[], about: About): Promise<Buffer> {
  const { ledger, month, number, client, book, describe } = about
  const { format } = ledger
  const name = `${book}-${month}-${number}`
  const day = lastDayOf(month)
  const [year, monthNumber, dayOfMonth] = day.split('-')
  const localDay =
    client.locale === 'en-US'
      ? `${monthNumber}/${dayOfMonth}/${year}`
      : `${dayOfMonth}/${monthNumber}/${year}`
  const shapes: Record<
    GeneralLedger['format']['kind'],
    { columns: FileColumn[]; row: (line: JournalLine) => Cell[] }
  > = {
    csv: {
      columns: [
        ...[
          text('Journal'),
          text('Date'),
          text('Account'),
          text('Description'),
          money('Debit'),
          money('Credit'),
        ],
        text('Entries'),
      ],
      row: line => [
        ...[name, day, line.account, describe(line), orEmpty(line.debitMinor), orEmpty(line.creditMinor)],
        String(line.sum.entries),
      ],
    },
    'quickbooks-online': {
      columns: [
        ...[text('Journal No.'), text('Journal Date'), text('Account Name'), text('Description')],
        ...[money('Debits'), money('Credits')],
      ],
      row: line => [
        ...[
          name,
          localDay,
          line.account,
          describe(line),
          orEmpty(line.debitMinor),
          orEmpty(line.creditMinor),
        ],
      ],
    },
    xero: {
      columns: [
        ...[text('Narration'), text('Date'), text('Description'), text('AccountCode'), text('TaxRate')],
        money('Amount'),
      ],
      row: line => [
        ...[name, `${dayOfMonth}/${monthNumber}/${year}`, describe(line), line.account],
        ...[format.kind === 'xero' ? format.taxRate : '', line.debitMinor - line.creditMinor],
      ],
    },
  }
  const { columns, row } = shapes[format.kind]
  async function* rows() {
    for (const line of lines) yield row(line)
  }
  let content = ''
  for await (const part of csvFile(columns, rows())) content += part
  // Other programs read the mark of the encoding as a part of the first heading.
  return Buffer.from(format.kind === 'csv' ? content : content.replace(/^\uFEFF/, ''))
}
