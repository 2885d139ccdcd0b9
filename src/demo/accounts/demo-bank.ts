import { hash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Client } from '../../clients/client.ts'
import { bankCalendarOf, nextBankingDay } from '../../domain/bank-holidays.ts'
import { addDays, dateOf, type IsoDate, monthEnd, monthStart } from '../../domain/dates.ts'
import { toDecimal } from '../../domain/money.ts'
import type { StatementAccount } from '../../features/payments/server/bank-files/bank-line.ts'
import { parseBankFile } from '../../features/payments/server/bank-files/parse-bank-file.ts'
import { markApplied } from '../../features/payments/server/bank-files.queries.ts'
import { insertBankLines } from '../../features/payments/server/bank-lines.queries.ts'
import { insertStatements } from '../../features/payments/server/bank-statements.queries.ts'
import { storeFile } from '../../features/payments/server/carry-out-plan.ts'
import { ownAccount } from '../../features/payments/server/payment-context.ts'
import { planBankFile, planSettings } from '../../features/payments/server/plan-bank-file.ts'
import { bookSuspense } from '../../features/suspense/server/book-suspense.ts'
import type { DB } from '../../server/db/schema.ts'
import type { EncryptedFiles } from '../../server/files/encrypted-files.ts'
import { demoName } from '../people/demo-users.ts'
import { findExpectedContribution, listClearedPayments } from './demo-bank.queries.ts'

/** The clients whose staff find a month to reconcile. */
const clientsWithStatements = ['npt', 'rathbones']

type Settings = {
  client: Client
  realmDb: Kysely<DB>
  documentFiles: EncryptedFiles
  staffId: string
  now: Date
}

type Entry = { amountMinor: bigint; isCredit: boolean; on: IsoDate; text: string; refs?: string }

/**
 * A statement of last month for each bank account of the book, as a person would have applied it: the grants that cleared, a fee to explain,
 * a credit of a contribution that is expected, one that no one knows, and between two accounts a transfer. Nothing of it is decided.
 */
export async function writeDemoStatements(db: Kysely<DB>, settings: Settings): Promise<void> {
  const { client, now } = settings
  if (!clientsWithStatements.includes(client.name)) return
  const from = monthStart(dateOf(now, client.timeZone), -1)
  const paying = ownAccount({ client, book: client.book })
  const [other] = paying.others
  await db.transaction().execute(async trx => {
    const received = await receivedEntries(trx, from, client)
    const paid = await paidEntries(trx, from, client)
    const transfer = transferOf(from, client)
    if (other === undefined)
      return await takeStatement(trx, paying, { from, entries: [...paid, ...received] }, settings)
    await takeStatement(trx, paying, { from, entries: [...paid, transfer.credit] }, settings)
    await takeStatement(trx, other, { from, entries: [...received, transfer.debit] }, settings)
  })
}

/** A banking day of the month that begins on this day. */
const dayOf = (first: IsoDate, day: number, { defaultPhoneCountry }: Client): IsoDate =>
  nextBankingDay(addDays(first, day - 1), bankCalendarOf(defaultPhoneCountry))

async function paidEntries(trx: Kysely<DB>, from: IsoDate, client: Client): Promise<Entry[]> {
  const about = { from, to: monthEnd(from), timeZone: client.timeZone }
  const payments = (await listClearedPayments(trx, about)).map(
    ({ reference, cheque_number: cheque, amount_minor: amountMinor, charity_name: text, on }): Entry => ({
      amountMinor,
      isCredit: false,
      on,
      text,
      refs: cheque === null ? `<EndToEndId>${reference}</EndToEndId>` : `<ChqNb>${cheque}</ChqNb>`,
    }),
  )
  return [
    ...payments,
    { amountMinor: 42_50n, isCredit: false, on: dayOf(from, 20, client), text: 'ACCOUNT SERVICE CHARGE' },
  ]
}

async function receivedEntries(trx: Kysely<DB>, from: IsoDate, client: Client): Promise<Entry[]> {
  const expected = await findExpectedContribution(trx)
  return [
    ...(expected
      ? [
          {
            amountMinor: expected.amount_minor,
            isCredit: true,
            on: dayOf(from, 9, client),
            text: `CONTRIBUTION ${expected.transaction_id} WHITCOMBE`,
          },
        ]
      : []),
    { amountMinor: 1_200_00n, isCredit: true, on: dayOf(from, 16, client), text: 'GIFT FROM O MARLOWE' },
  ]
}

function transferOf(from: IsoDate, client: Client): { debit: Entry; credit: Entry } {
  const amountMinor = 18_000_00n
  return {
    debit: { amountMinor, isCredit: false, on: dayOf(from, 12, client), text: 'TRANSFER TO GRANTS' },
    credit: { amountMinor, isCredit: true, on: dayOf(from, 13, client), text: 'TRANSFER FROM CONTRIBUTIONS' },
  }
}

type Statement = { from: IsoDate; entries: readonly Entry[] }

/** Reads a statement and stores it as applied. Its credits go into suspense, and no job is needed. */
async function takeStatement(
  trx: Kysely<DB>,
  account: StatementAccount,
  { from, entries }: Statement,
  { client, realmDb, documentFiles, staffId, now }: Settings,
): Promise<void> {
  const { book } = client
  const content = camtStatement(account, { from, entries }, book.currency)
  const bytes = Buffer.from(content)
  const context = { book, client, realmDb, documentFiles }
  const bankFile = parseBankFile(bytes, ownAccount(context))
  const plan = await planBankFile(trx, bankFile, planSettings('', context))
  const name = `statement-${account.accountNumber.slice(-4)}-${from.slice(0, 7)}.xml`
  const file = { bytes, name, fileHash: hash('sha256', bytes), bankFile }
  const bankFileId = await storeFile(trx, file, context)
  await markApplied(trx, bankFileId, {
    applied_by: staffId,
    applied_by_name: demoName('super'),
    applied_at: now,
  })
  await insertBankLines(trx, { bankFileId, isStatement: true }, plan.newLines)
  await insertStatements(trx, bankFileId, plan.statements)
  const today = dateOf(now, client.timeZone)
  await bookSuspense(trx, { bankFileId, after: null }, { book, today, userId: staffId })
}

/** What the account has left when all is booked. */
const leftMinor = 48_210_55n

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A statement (camt.053) of a month. */
function camtStatement(
  { bankCode, accountNumber }: StatementAccount,
  { from, entries }: Statement,
  currency: string,
): string {
  const to = monthEnd(from)
  const amount = (minor: bigint) => `<Amt Ccy="${currency}">${toDecimal(minor)}</Amt>`
  const side = (isCredit: boolean) => `<CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`
  const movedMinor = entries.reduce(
    (sum, { amountMinor, isCredit }) => (isCredit ? sum + amountMinor : sum - amountMinor),
    0n,
  )
  const closingMinor = movedMinor < 0n ? leftMinor : leftMinor + movedMinor
  const balance = (code: string, minor: bigint, on: IsoDate) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(minor)}${side(true)}<Dt><Dt>${on}</Dt></Dt></Bal>`
  const written = entries
    .toSorted((one, other) => (one.on < other.on ? -1 : 1))
    .map(
      ({ amountMinor, isCredit, on, text, refs }, index) =>
        `<Ntry>${amount(amountMinor)}${side(isCredit)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${on}</Dt></BookgDt><AcctSvcrRef>${accountNumber}-${from}-${index + 1}</AcctSvcrRef>${
          refs === undefined ? '' : `<NtryDtls><TxDtls><Refs>${refs}</Refs></TxDtls></NtryDtls>`
        }<AddtlNtryInf>${escaped(text)}</AddtlNtryInf></Ntry>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>${accountNumber}-${from}</MsgId><CreDtTm>${to}T23:00:00</CreDtTm></GrpHdr><Stmt><Id>${accountNumber}-${from}</Id><Acct><Id><Othr><Id>${accountNumber}</Id></Othr></Id><Ccy>${currency}</Ccy><Svcr><FinInstnId><ClrSysMmbId><MmbId>${bankCode}</MmbId></ClrSysMmbId></FinInstnId></Svcr></Acct>${balance('OPBD', closingMinor - movedMinor, from)}${balance('CLBD', closingMinor, to)}${written.join('')}</Stmt></BkToCstmrStmt></Document>`
}
