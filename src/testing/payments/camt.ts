/** Messages about entries of an account (camt.052 to camt.054), in the shapes that banks write. */

type CamtPart = {
  endToEnd?: string
  amount?: string
  /** Where the bank writes the amount of a part. */
  amountIn?: 'Amt' | 'TxAmt' | 'InstdAmt'
  currency?: string
  servicerRef?: string
  cheque?: string
  paymentInformation?: string
  text?: string
  creditorReference?: string
  returnReason?: string
  /** The parties' accounts, as elements: `RltdPties` and `RltdAgts`. */
  parties?: string
}

export type CamtEntry = {
  amount: string
  side: 'CRDT' | 'DBIT'
  /** AcctSvcrRef and NtryRef. */
  servicerRef?: string
  entryRef?: string
  status?: 'BOOK' | 'PDNG'
  /** Whether the status is a text, as in the versions before .001.08. */
  isOldStatus?: boolean
  on?: string
  isReversal?: boolean
  currency?: string
  returnCode?: string
  text?: string
  parts?: readonly CamtPart[]
}

export type CamtStatement = {
  account?: string
  iban?: string
  /** The sort code or routing number of the account's bank. */
  bank?: string
  currency?: string
  opening?: string
  closing?: string
  entries: readonly CamtEntry[]
}

const element = (name: string, content: string | undefined, attributes = '') =>
  content === undefined ? '' : `<${name}${attributes}>${content}</${name}>`

const amountElement = (name: string, amount: string | undefined, currency: string) =>
  element(name, amount, ` Ccy="${currency}"`)

function partXml(part: CamtPart, currency: string): string {
  const own = part.currency ?? currency
  const amount = {
    Amt: amountElement('Amt', part.amount, own),
    TxAmt: `<AmtDtls><TxAmt>${amountElement('Amt', part.amount, own)}</TxAmt></AmtDtls>`,
    InstdAmt: `<AmtDtls><InstdAmt>${amountElement('Amt', part.amount, own)}</InstdAmt></AmtDtls>`,
  }
  const refs = [
    element('AcctSvcrRef', part.servicerRef),
    element('PmtInfId', part.paymentInformation),
    element('EndToEndId', part.endToEnd),
    element('ChqNb', part.cheque),
  ].join('')
  const structured =
    part.creditorReference === undefined
      ? ''
      : `<Strd><CdtrRefInf><Ref>${part.creditorReference}</Ref></CdtrRefInf></Strd>`
  return `<TxDtls><Refs>${refs}</Refs>${part.parties ?? ''}${part.amount === undefined ? '' : amount[part.amountIn ?? 'Amt']}<RmtInf>${element('Ustrd', part.text)}${structured}</RmtInf>${
    part.returnReason === undefined ? '' : `<RtrInf><Rsn><Cd>${part.returnReason}</Cd></Rsn></RtrInf>`
  }</TxDtls>`
}

function entryXml(entry: CamtEntry, currency: string): string {
  const status = entry.status ?? 'BOOK'
  return `<Ntry>${[
    element('NtryRef', entry.entryRef),
    amountElement('Amt', entry.amount, entry.currency ?? currency),
    element('CdtDbtInd', entry.side),
    element('RvslInd', entry.isReversal ? 'true' : undefined),
    element('Sts', entry.isOldStatus ? status : `<Cd>${status}</Cd>`),
    `<BookgDt><Dt>${entry.on ?? '2026-03-18'}</Dt></BookgDt>`,
    element('AcctSvcrRef', entry.servicerRef),
    entry.returnCode === undefined
      ? ''
      : `<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>${entry.returnCode}</SubFmlyCd></Fmly></Domn></BkTxCd>`,
    entry.parts === undefined
      ? ''
      : `<NtryDtls>${entry.parts.map(part => partXml(part, currency)).join('')}</NtryDtls>`,
    element('AddtlNtryInf', entry.text),
  ].join('')}</Ntry>`
}

const balanceXml = (code: string, amount: string | undefined, currency: string) =>
  amount === undefined
    ? ''
    : `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amountElement('Amt', amount.replace('-', ''), currency)}<CdtDbtInd>${amount.startsWith('-') ? 'DBIT' : 'CRDT'}</CdtDbtInd></Bal>`

function statementXml(name: string, statement: CamtStatement): string {
  const { account, iban, bank, currency = 'USD' } = statement
  const id = iban === undefined ? `<Othr><Id>${account ?? ''}</Id></Othr>` : `<IBAN>${iban}</IBAN>`
  const servicer =
    bank === undefined
      ? ''
      : `<Svcr><FinInstnId><ClrSysMmbId><MmbId>${bank}</MmbId></ClrSysMmbId></FinInstnId></Svcr>`
  return `<${name}><Acct><Id>${id}</Id><Ccy>${currency}</Ccy>${servicer}</Acct>${balanceXml('OPBD', statement.opening, currency)}${balanceXml('CLBD', statement.closing, currency)}${statement.entries.map(entry => entryXml(entry, currency)).join('')}</${name}>`
}

const messages = {
  'camt.052': ['BkToCstmrAcctRpt', 'Rpt'],
  'camt.053': ['BkToCstmrStmt', 'Stmt'],
  'camt.054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
} as const

/** A message of these statements. `id` makes it another file. */
export function camtFile(
  statements: readonly CamtStatement[],
  about: { message?: keyof typeof messages; version?: string; id?: string } = {},
): string {
  const { message = 'camt.053', version = '08', id = 'S1' } = about
  const [root, name] = messages[message]
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}.001.${version}"><${root}><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-18T08:00:00</CreDtTm></GrpHdr>${statements.map(each => statementXml(name, each)).join('')}</${root}></Document>`
}
