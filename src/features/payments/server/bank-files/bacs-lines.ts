import {
  type Advice,
  type AdviceAccount,
  type AdviceItem,
  type AdviceRecord,
  readBacsAdvice,
} from './bacs-advice.ts'
import type { BacsKind } from './bacs-kinds.ts'
import { accountId, type BankLine, type FileFormat, type OwnAccount } from './bank-line.ts'
import type { ChangeNotice } from './change-notice.ts'
import type { NamedAccount } from './named-account.ts'
import { referenceIn } from './references.ts'

/** Reason codes of Bacs, as banks publish them. */
const reasons = {
  arucs: {
    '0': 'Invalid details',
    '2': 'Beneficiary deceased',
    '3': 'Account transferred',
    '5': 'No account',
    B: 'Account closed',
    C: 'Requested by remitter',
  },
  awacs: { '0': 'Invalid details', '3': 'Account transferred' },
} as const satisfies Record<BacsKind, Readonly<Record<string, string>>>

/** Reads the lines of an ARUCS (credits that came back) or an AWACS (notices of change). Throws `validation` as `readBacsAdvice` does. */
export function readBacsLines(content: string, own: OwnAccount): { format: FileFormat; lines: BankLine[] } {
  const advice = readBacsAdvice(content, own)
  return { format: advice.kind, lines: advice.records.flatMap(record => linesOf(record, advice)) }
}

function linesOf(record: AdviceRecord, { kind }: Advice): BankLine[] {
  return record.items.map(item => {
    if (!record.isOwn) return leftOut(record, item)
    return kind === 'arucs' ? returnedLine(record, item) : noticeLine(record, item)
  })
}

const leftOut = ({ account }: AdviceRecord, { place }: AdviceItem): BankLine => ({
  line: place,
  effect: 'none',
  names: null,
  amountMinor: null,
  detail: `Of another account, ending in ${account.number.slice(-4)}. It was left out.`,
})

const namedAccount = ({ sortCode, number }: AdviceAccount): NamedAccount => ({ bank: sortCode, number })

const namesOf = (item: AdviceItem): BankLine['names'] => {
  const reference = referenceIn(item.reference)
  return reference === null || item.isTwofold ? null : { reference }
}

const meaningOf = (kind: BacsKind, code: string): string | undefined =>
  Object.entries(reasons[kind]).find(([each]) => each === code.toUpperCase())?.[1]

/** `B Account closed`; for a code that is not known, what the bank writes. */
const inWords = (kind: BacsKind, { code, description }: AdviceItem): string =>
  [code, meaningOf(kind, code) ?? description]
    .filter(each => each !== null)
    .join(' ')
    .slice(0, 200)

/**
 * A credit that came back. Bacs gives its items no reference of their own: what identifies one is the payment, the day on which that was made and the
 * account to which it went.
 */
function returnedLine({ report, processedOn, account: origin }: AdviceRecord, item: AdviceItem): BankLine {
  const { reference, amountMinor, originalOn, account, code } = item
  const detail = inWords('arucs', item)
  return {
    line: item.place,
    effect: 'returned',
    names: namesOf(item),
    amountMinor,
    detail,
    reasonCode: `ARUCS-${code.toUpperCase()}`,
    accounts: [namedAccount(account)],
    movement: {
      bookedOn: processedOn,
      isCredit: true,
      isReversal: false,
      amountMinor,
      entry: {
        bankAccount: accountId({ bankCode: origin.sortCode, accountNumber: origin.number }),
        statement: report,
        isCredit: true,
        amountMinor,
        reference: `ARUCS ${reference} ${originalOn ?? ''} ${account.sortCode}`.slice(0, 140),
        parts: 1,
      },
      partPosition: 1,
      partReference: reference,
      endToEndId: reference,
      counterparty: account.name,
      isReturn: true,
      isNamedByText: false,
      doubt:
        meaningOf('arucs', code) === undefined ? `The reason “${code.slice(0, 40)}” is not known.` : null,
      problem: item.isTwofold ? 'This item names two payments. Ask the bank which came back.' : null,
    },
  }
}

/** A credit that reached an account, although something about it is wrong. */
function noticeLine({ processedOn }: AdviceRecord, item: AdviceItem): BankLine {
  const { reference, amountMinor, originalOn, account, corrected, code } = item
  const isKnown = meaningOf('awacs', code) !== undefined
  const said = corrected ?? account
  const numbers = `sort code ${said.sortCode}, account ending in ${said.number.slice(-4)}`
  const text = `AWACS ${inWords('awacs', item)}: ${corrected === null ? `it names ${numbers}` : `new details: ${numbers}`}`
  const notice: ChangeNotice = {
    code: code.slice(0, 3),
    reference,
    traces: `AWACS ${originalOn ?? processedOn} ${account.sortCode}`,
    corrected:
      corrected === null || !isKnown ? null : { bank: corrected.sortCode, account: corrected.number },
    // One account alone may be that of the payment or the new one.
    isUnclear: corrected === null || !isKnown,
    text,
  }
  return {
    line: item.place,
    effect: 'change',
    names: namesOf(item),
    amountMinor,
    detail: text,
    notice,
    // One account alone may be the new one, which differs from that of the payment.
    ...(corrected === null ? {} : { accounts: [namedAccount(account)] }),
  }
}
