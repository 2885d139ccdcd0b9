import type { Currency } from '../../../../domain/money.ts'
import { reasonInWords } from '../../domain/return-reasons.ts'
import type { ReportedStatus, ReportedTransfer, StatusReport } from './bank-line.ts'
import { accountOfParty } from './named-account.ts'
import { all, amountAt, at, dateAt, partsOf, readList, textAt } from './read-xml.ts'
import { givenReference, referenceIn, runIn } from './references.ts'
import { unreadable } from './unreadable.ts'

/** Reads the status report of a bank (pain.002). Throws `validation` for another currency. */
export function readPain002(content: string, currency: Currency): StatusReport {
  const report = at(readList(content), 'Document', 'CstmrPmtStsRpt')
  if (report === undefined) throw unreadable('This is not a status report (pain.002).')
  const group = at(report, 'OrgnlGrpInfAndSts')
  const batches = all(report, 'OrgnlPmtInfAndSts')
  const names = [textAt(group, 'OrgnlMsgId'), ...batches.map(batch => textAt(batch, 'OrgnlPmtInfId'))].filter(
    each => givenReference(each) !== null,
  )
  return {
    messageId: textAt(report, 'GrpHdr', 'MsgId'),
    createdOn: dateAt(report, 'GrpHdr', 'CreDtTm'),
    runs: names.map(runIn),
    payments: countAt(group, 'OrgnlNbOfTxs'),
    sumMinor: amountAt(group, 'OrgnlCtrlSum')?.amountMinor ?? null,
    group: statusAt(group, 'GrpSts'),
    batches: batches.map(batch => statusAt(batch, 'PmtInfSts')),
    transfers: [...transfersOf(batches, currency)],
  }
}

function* transfersOf(batches: readonly unknown[], currency: Currency): Generator<ReportedTransfer> {
  for (const batch of batches)
    for (const transfer of partsOf(batch, 'TxInfAndSts')) yield transferOf(transfer, currency)
}

function transferOf(transfer: unknown, currency: Currency): ReportedTransfer {
  const named = textAt(transfer, 'OrgnlEndToEndId') ?? textAt(transfer, 'OrgnlInstrId') ?? ''
  const amount =
    amountAt(transfer, 'OrgnlTxRef', 'Amt', 'InstdAmt') ?? amountAt(transfer, 'OrgnlTxRef', 'IntrBkSttlmAmt')
  if (amount !== null && amount.currency !== currency)
    throw unreadable(`The transfer ${named.slice(0, 40)} is in ${amount.currency || 'no currency'}.`)
  const original = at(transfer, 'OrgnlTxRef')
  const account = accountOfParty(original, original, 'Cdtr')
  return {
    reference: referenceIn(named),
    named,
    amountMinor: amount?.amountMinor ?? null,
    ...(account === null ? {} : { accounts: [account] }),
    status: statusAt(transfer, 'TxSts'),
  }
}

function statusAt(element: unknown, name: string): ReportedStatus {
  const reasons = all(element, 'StsRsnInf')
  const code = textAt(element, name)
  const reasonCodes = reasons
    .map(each => textAt(each, 'Rsn', 'Cd') ?? textAt(each, 'Rsn', 'Prtry'))
    .filter(each => each !== null)
  const texts = reasons.flatMap(each => all(each, 'AddtlInf').map(text => textAt(text)))
  return {
    code,
    reasonCodes,
    detail: [code, ...reasonCodes.map(reasonInWords), ...texts]
      .filter(each => each !== null)
      .join(' ')
      .slice(0, 200),
  }
}

function countAt(element: unknown, name: string): number | null {
  const text = textAt(element, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}
