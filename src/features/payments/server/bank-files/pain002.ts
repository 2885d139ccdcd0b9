import { type BankLine, unreadable } from './bank-line.ts'
import { all, amountAt, at, readXml, textAt } from './read-xml.ts'

/** Final statuses of a transfer (ISO 20022, external payment transaction status): settled, and rejected. Others mean that it is in progress. */
const effects: Readonly<Record<string, BankLine['effect']>> = {
  ACSC: 'cleared',
  ACCC: 'cleared',
  RJCT: 'returned',
}

/** Reads the status report of a bank (pain.002): each transfer that was settled or rejected, or a whole file that was. */
export function readPain002(content: string): BankLine[] {
  const report = at(readXml(content), 'Document', 'CstmrPmtStsRpt')
  if (report === undefined) throw unreadable('This is not a status report (pain.002).')
  const lines: BankLine[] = []
  const wholeRun = runOf(textAt(report, 'OrgnlGrpInfAndSts', 'OrgnlMsgId'))
  const wholeStatus = textAt(report, 'OrgnlGrpInfAndSts', 'GrpSts')
  for (const part of all(report, 'OrgnlPmtInfAndSts'))
    for (const transfer of all(part, 'TxInfAndSts')) {
      const reference = textAt(transfer, 'OrgnlEndToEndId')
      lines.push({
        line: lines.length + 1,
        effect: effects[textAt(transfer, 'TxSts') ?? ''] ?? 'none',
        names: reference !== null && /^GRANT-\d+$/.test(reference) ? { reference } : null,
        amountMinor: amountAt(transfer, 'OrgnlTxRef', 'Amt', 'InstdAmt')?.amountMinor ?? null,
        detail: detailOf(transfer, textAt(transfer, 'TxSts')),
      })
    }
  if (lines.length === 0 && wholeRun !== null && wholeStatus !== null)
    lines.push({
      line: 1,
      effect: effects[wholeStatus] ?? 'none',
      names: { runNumber: wholeRun },
      amountMinor: null,
      detail: detailOf(at(report, 'OrgnlGrpInfAndSts'), wholeStatus),
    })
  return lines
}

const runOf = (messageId: string | null): number | null => {
  const found = /^RUN-(\d{1,9})$/.exec(messageId ?? '')?.[1]
  return found === undefined ? null : Number(found)
}

function detailOf(element: unknown, status: string | null): string {
  const reasons = all(element, 'StsRsnInf').flatMap(each => [
    textAt(each, 'Rsn', 'Cd'),
    ...all(each, 'AddtlInf').map(text => textAt(text)),
  ])
  return [status, ...reasons]
    .filter(each => each !== null && each !== '')
    .join(' ')
    .slice(0, 200)
}
