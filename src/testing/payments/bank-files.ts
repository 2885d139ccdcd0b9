import { npt } from '../../clients/configuration/npt.ts'
import { transferNumbers } from './transfer-numbers.ts'

/** Bank files as a test writes them. The tests of the readers cover the formats. */

type Returned = {
  reference: string
  amountMinor: bigint
  code?: string
  /** The receiving account. Default: that of a charity of the tests (`transferNumbers`). */
  account?: string
  /** The receiving bank without its check digit. */
  bank?: string
  /** The place of the payment in the file of its run. Default: that of the entry in this file. */
  place?: number
  /** The trace number of the original entry. Default: that of npt’s payment at the place. */
  originalTrace?: string
}

const digits = (value: bigint | number, length: number) => String(value).padStart(length, '0')

/** A NACHA file that returns these entries, or with `corrected` notifies of a change. */
export function nachaFile(entries: readonly (Returned & { corrected?: string })[]): string {
  const records = entries.flatMap((entry, index) => {
    const { reference, amountMinor, code = 'R03', corrected, place = index + 1 } = entry
    const { account = transferNumbers.US.account, bank = '01100001' } = entry
    const original = (
      entry.originalTrace ?? `${npt.payments.routingNumber.slice(0, 8)}${digits(place, 7)}`
    ).padEnd(15)
    const trace = `01100001${digits(index + 1, 7)}`
    const amount = corrected === undefined ? amountMinor : 0n
    return [
      `62101100001${'5'}${account.padEnd(17)}${digits(amount, 10)}${reference.padEnd(15)}${'THE CHARITY'.padEnd(22)}  1${trace}`,
      corrected === undefined
        ? `799${code}${original}${' '.repeat(6)}${bank}${' '.repeat(44)}${trace}`
        : `798${code}${original}${' '.repeat(6)}${bank}${corrected.padEnd(29)}${' '.repeat(15)}${trace}`,
    ]
  })
  const sum = entries.reduce(
    (total, { amountMinor, corrected }) => total + (corrected === undefined ? amountMinor : 0n),
    0n,
  )
  const hash = digits((1100001n * BigInt(entries.length)) % 10_000_000_000n, 10)
  const totals = `${hash}${digits(0, 12)}${digits(sum, 12)}`
  return `${[
    `101${'0999900101'.padStart(10)}${'0110000150'.padStart(10)}2603170900A094101${'NPT GIVING'.padEnd(23)}${'A BANK'.padEnd(23)}${' '.repeat(8)}`,
    `5200${'NPT GIVING'.padEnd(16)}${' '.repeat(20)}1999000001CCD${'GRANTS'.padEnd(10)}${' '.repeat(6)}260317   1011000010000001`,
    ...records,
    `8200${digits(records.length, 6)}${totals}1999000001${' '.repeat(25)}01100001${digits(1, 7)}`,
    `9${digits(1, 6)}${digits(1, 6)}${digits(records.length, 8)}${totals}${' '.repeat(39)}`,
  ].join('\n')}\n`
}

const amountOf = (minor: bigint) => `${minor / 100n}.${digits(minor % 100n, 2)}`

type Booked = {
  reference?: string
  cheque?: string
  run?: number
  amountMinor: bigint
  side: 'DBIT' | 'CRDT'
}

/** A statement (camt.053) of the sponsor's account. */
export function camt053File(
  entries: readonly Booked[],
  { account, bank, currency = 'GBP' }: { account: string; bank: string; currency?: string },
): string {
  const refs = ({ reference, cheque, run }: Booked) =>
    `${reference === undefined ? '' : `<EndToEndId>${reference}</EndToEndId>`}${run === undefined ? '' : `<PmtInfId>RUN-${run}</PmtInfId>`}${cheque === undefined ? '' : `<ChqNb>${cheque}</ChqNb>`}`
  const rows = entries.map(
    entry =>
      `<Ntry><Amt Ccy="${currency}">${amountOf(entry.amountMinor)}</Amt><CdtDbtInd>${entry.side}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-03-18</Dt></BookgDt><NtryDtls><TxDtls><Refs>${refs(entry)}</Refs></TxDtls></NtryDtls></Ntry>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>S1</MsgId></GrpHdr><Stmt><Id>S1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>${currency}</Ccy><Svcr><FinInstnId><ClrSysMmbId><MmbId>${bank}</MmbId></ClrSysMmbId></FinInstnId></Svcr></Acct>${rows.join('')}</Stmt></BkToCstmrStmt></Document>`
}

/** What a bank reports about a run, at each level of the report. */
export type Reported = {
  messageId?: string
  group?: string
  groupReason?: string
  payments?: number
  sum?: string
  batch?: string
  batchReason?: string
  transfers?: readonly {
    reference: string
    status: string
    reason?: string
    amount?: string
    currency?: string
    /** The receiving account and its bank, as elements. */
    original?: string
  }[]
}

const reasonXml = (code: string | undefined) =>
  code === undefined ? '' : `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`

/** A status report (pain.002) about a run. `id` makes it another file. */
export function pain002File(run: number, reported: Reported, id = 'R1'): string {
  const { transfers = [], messageId = `RUN-${run}` } = reported
  const rows = transfers.map(
    ({ reference, status, reason, amount, currency = 'GBP', original = '' }) =>
      `<TxInfAndSts><OrgnlEndToEndId>${reference}</OrgnlEndToEndId><TxSts>${status}</TxSts>${reasonXml(reason)}${
        amount === undefined && original === ''
          ? ''
          : `<OrgnlTxRef>${amount === undefined ? '' : `<Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt>`}${original}</OrgnlTxRef>`
      }</TxInfAndSts>`,
  )
  const status = (name: string, code: string | undefined) =>
    code === undefined ? '' : `<${name}>${code}</${name}>`
  const counts = `${reported.payments === undefined ? '' : `<OrgnlNbOfTxs>${reported.payments}</OrgnlNbOfTxs>`}${
    reported.sum === undefined ? '' : `<OrgnlCtrlSum>${reported.sum}</OrgnlCtrlSum>`
  }`
  const group = `<OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>${counts}${status('GrpSts', reported.group)}${reasonXml(reported.groupReason)}</OrgnlGrpInfAndSts>`
  const batch =
    rows.length === 0 && reported.batch === undefined
      ? ''
      : `<OrgnlPmtInfAndSts><OrgnlPmtInfId>RUN-${run}</OrgnlPmtInfId>${status('PmtInfSts', reported.batch)}${reasonXml(reported.batchReason)}${rows.join('')}</OrgnlPmtInfAndSts>`
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>${id}</MsgId></GrpHdr>${group}${batch}</CstmrPmtStsRpt></Document>`
}
