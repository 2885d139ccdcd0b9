import { asIsoDate, type IsoDate } from '../../../../domain/dates.ts'
import { toDecimal } from '../../../../domain/money.ts'
import { type BacsKind, kindRefusal, readKinds } from './bacs-kinds.ts'
import { attribute, childNames, children, descendants } from './bacs-xml.ts'
import type { OwnAccount } from './bank-line.ts'
import { readXml } from './read-xml.ts'
import { givenReference, referenceIn } from './references.ts'
import { unreadable } from './unreadable.ts'

/** An account, with its whole sort code and number. */
export type AdviceAccount = { sortCode: string; number: string; name: string | null }

/** One item of an advice. `place`: which item of the file, from 1. */
export type AdviceItem = {
  place: number
  /** What the service user wrote as its reference. */
  reference: string
  /** Whether the item names two payments of ours. */
  isTwofold: boolean
  code: string
  description: string | null
  amountMinor: bigint
  originalOn: IsoDate | null
  account: AdviceAccount
  /** An account that the bank expressly calls the new or correct one; null where it names one account alone. */
  corrected: AdviceAccount | null
}

/** The items of one originating account in one report. */
export type AdviceRecord = {
  report: number
  processedOn: IsoDate
  isOwn: boolean
  account: AdviceAccount
  items: AdviceItem[]
}

export type Advice = { kind: BacsKind; records: AdviceRecord[] }

type Reading = { kind: BacsKind; own: OwnAccount; report: number; processedOn: IsoDate; nextPlace: number }

/**
 * Reads an ARUCS or an AWACS, the XML reports of Bacs about credits. There is no public schema of them; the structure is that of the ARUDD,
 * which has one. Names are read tolerantly, numbers and amounts strictly. Throws `validation` for another report, and for one of which an item lacks
 * something or whose totals do not match its items.
 */
export function readBacsAdvice(content: string, own: OwnAccount): Advice {
  const data = descendants(readXml(content), 'BACSDocument', 'Data')
  const [name, ...others] = new Set(data.flatMap(childNames))
  if (name === undefined) throw unreadable('This Bacs file has no report.')
  const kind = readKinds.find(each => each === name.toLowerCase())
  if (kind === undefined) throw unreadable(kindRefusal(name))
  if (others.length > 0)
    throw unreadable('This file has several kinds of Bacs reports. Upload each as a file of its own.')
  const title = kind.toUpperCase()
  const records: AdviceRecord[] = []
  let nextPlace = 1
  for (const [index, report] of data.flatMap(each => children(each, kind)).entries()) {
    const [header] = children(report, 'Header')
    const processedOn = asIsoDate(attribute(header, 'currentProcessingDate', 'The header') ?? '')
    if (processedOn === null) throw unreadable(`This ${title} has no processing date.`)
    const found = descendants(report, 'Advice', 'OriginatingAccountRecords', 'OriginatingAccountRecord')
    for (const each of found) {
      const record = recordOf(each, { kind, own, report: index, processedOn, nextPlace })
      nextPlace += record.items.length
      records.push(record)
    }
  }
  if (records.length === 0) throw unreadable(`This ${title} names no account.`)
  if (!records.some(({ isOwn }) => isOwn))
    throw unreadable(`This ${title} is not about the account from which grants are paid.`)
  return { kind, records }
}

function recordOf(record: unknown, reading: Reading): AdviceRecord {
  const title = reading.kind.toUpperCase()
  const [origin, ...others] = children(record, 'OriginatingAccount')
  if (origin === undefined || others.length > 0)
    throw unreadable(`A list of this ${title} does not name one originating account.`)
  const account = accountOf(origin, `The originating account of this ${title}`)
  const items = itemsIn(record, reading).map((item, index) =>
    itemOf(item, { ...reading, nextPlace: reading.nextPlace + index }),
  )
  requireTotals(record, items, reading)
  const { bankCode, accountNumber } = reading.own
  return {
    report: reading.report,
    processedOn: reading.processedOn,
    isOwn: account.sortCode === bankCode && account.number === accountNumber,
    account,
    items,
  }
}

/** The elements of items, whatever their kind is called. Throws `validation` for items that are no credits. */
function itemsIn(record: unknown, { kind }: Reading): unknown[] {
  const names = childNames(record).filter(name => /item$/i.test(name))
  for (const name of names) {
    const isKnown = kind === 'awacs' || /^returned/i.test(name)
    if (!isKnown || /debit/i.test(name))
      throw unreadable(`This ${kind.toUpperCase()} has items that are no credits (“${name.slice(0, 40)}”).`)
  }
  return names.flatMap(name => children(record, name))
}

function itemOf(item: unknown, { kind, own, nextPlace: place }: Reading): AdviceItem {
  const whose = `Item ${place} of this ${kind.toUpperCase()}`
  const required = (text: string | null, field: string) => {
    if (text === null) throw unreadable(`${whose} has no ${field}.`)
    return text
  }
  const { account, corrected, accountReference } = accountsOf(item, kind, whose)
  const ofItem = givenReference(attribute(item, 'ref', whose) ?? attribute(item, 'reference', whose))
  const named = [referenceIn(ofItem), referenceIn(accountReference)].filter(each => each !== null)
  const original = attribute(item, 'originalProcessingDate', whose)
  const originalOn = original === null ? null : asIsoDate(original)
  if (original !== null && originalOn === null)
    throw unreadable(`${whose} has an original processing date that is none: “${original.slice(0, 40)}”.`)
  const currency = required(attribute(item, 'currency', whose), 'currency')
  if (currency !== own.currency) throw unreadable(`${whose} is in ${currency.slice(0, 10)}.`)
  return {
    place,
    reference: required(ofItem ?? accountReference, 'reference'),
    isTwofold: new Set(named).size > 1,
    code: required(attribute(item, 'returnCode', whose) ?? attribute(item, 'reasonCode', whose), 'reason'),
    description: attribute(item, 'returnDescription', whose) ?? attribute(item, 'reasonDescription', whose),
    amountMinor: amountOf(required(attribute(item, 'valueOf', whose), 'amount'), whose),
    originalOn,
    account,
    corrected,
  }
}

/** An item has one account. An AWACS may have another that is expressly the new one. */
function accountsOf(item: unknown, kind: BacsKind, whose: string) {
  const found = childNames(item)
    .filter(name => /account$/i.test(name))
    .flatMap(name => children(item, name).map(element => ({ name, element })))
  const isNew = (name: string) => kind === 'awacs' && /^(new|correct|amended)/i.test(name)
  const [current, ...more] = found.filter(({ name }) => !isNew(name))
  const [corrected, ...others] = found.filter(({ name }) => isNew(name))
  if (current === undefined) throw unreadable(`${whose} has no account.`)
  if (more.length + others.length > 0) throw unreadable(`${whose} has several accounts.`)
  return {
    account: accountOf(current.element, `The account of item ${whose.slice('Item '.length)}`),
    corrected:
      corrected === undefined
        ? null
        : accountOf(corrected.element, `The new account of item ${whose.slice('Item '.length)}`),
    accountReference: givenReference(attribute(current.element, 'ref', whose)),
  }
}

function accountOf(element: unknown, whose: string): AdviceAccount {
  const sortCode = (attribute(element, 'sortCode', whose) ?? '').replaceAll(/[\s-]/g, '')
  const number = (attribute(element, 'number', whose) ?? '').replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(sortCode)) throw unreadable(`${whose} has no sort code of six digits.`)
  if (!/^\d{8}$/.test(number)) throw unreadable(`${whose} has no number of eight digits.`)
  return { sortCode, number, name: attribute(element, 'name', whose)?.slice(0, 140) ?? null }
}

/** An amount in pounds with its pence. Anything else could be pounds or pence. */
function amountOf(text: string, whose: string): bigint {
  const found = /^0*(\d{1,11})\.(\d\d)$/.exec(text)
  const amountMinor = found ? BigInt(`${found[1]}${found[2]}`) : 0n
  if (amountMinor === 0n)
    throw unreadable(`${whose} has an amount that is none in pounds and pence: “${text.slice(0, 40)}”.`)
  return amountMinor
}

function requireTotals(record: unknown, items: readonly AdviceItem[], { kind, own }: Reading): void {
  const title = kind.toUpperCase()
  const [totals, ...others] = children(record, 'Totals')
  if (totals === undefined || others.length > 0)
    throw unreadable(`A list of this ${title} has no totals, so that no one can see whether it is complete.`)
  const count = attribute(totals, 'numberOf', 'The totals')
  const sum = attribute(totals, 'valueOf', 'The totals')
  const currency = attribute(totals, 'currency', 'The totals') ?? own.currency
  const sumMinor = items.reduce((total, { amountMinor }) => total + amountMinor, 0n)
  const agrees =
    count !== null &&
    /^0*\d{1,9}$/.test(count) &&
    Number(count) === items.length &&
    sum?.replace(/^0+(?=\d)/, '') === toDecimal(sumMinor) &&
    currency === own.currency
  if (!agrees) throw unreadable(`This ${title} is incomplete: its totals do not match its items.`)
}
