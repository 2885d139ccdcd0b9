import { localEnglish } from '../../../domain/local-english.ts'
import type { BankNumbers } from '../../charity-profiles/domain/bank-numbers.ts'
import type { NamedEntry } from './bank-files/bank-line.ts'
import {
  type AccountComparison,
  compareAccounts,
  isWhole,
  mayBe,
  type NamedAccount,
} from './bank-files/named-account.ts'
import type { NamedPayment } from './bank-files.queries.ts'
import { isReturn, isThisPayment, type Question } from './plan-payment.ts'
import type { PlanSettings } from './planned-line.ts'
import type { MovedLine } from './recognize-lines.ts'

/** The numbers to which a payment went; null where they are not recorded or cannot be decrypted. */
export type PaymentAccounts = (payment: NamedPayment) => BankNumbers | null

/** Reads the accounts of the payments that lines with an account name. */
export async function readPaymentAccounts(
  payments: readonly NamedPayment[],
  { readNumbers }: Pick<PlanSettings, 'readNumbers'>,
): Promise<PaymentAccounts> {
  const ids = new Set(payments.map(({ bank_details_id }) => bank_details_id).filter(each => each !== null))
  const numbersOf = ids.size === 0 ? () => null : await readNumbers([...ids])
  return ({ bank_details_id }) => (bank_details_id === null ? null : numbersOf(bank_details_id))
}

/** Why a line may be about another payment. `isOther`: what the bank names differs; otherwise it is not named whole. */
type AccountDoubt = { sentence: string; isOther: boolean }

type Context = { numbersOf: PaymentAccounts } & Pick<PlanSettings, 'bankAccount' | 'locale'>

/**
 * Compares what the bank says about the receiving account and about the original entry with what is recorded of the payment, and returns why
 * a person has to decide, as sentences: another account always; one that is not named whole where money moves. A payment that cleared moves
 * none, so that a masked account is enough for it.
 */
export function accountDoubts(
  { accounts = [], originalTrace }: NamedEntry,
  payment: NamedPayment,
  { numbersOf, bankAccount, locale, movesMoney }: Context & { movesMoney: boolean },
): string[] {
  return [
    accountDoubt(accounts, payment, { numbers: numbersOf(payment), locale }),
    originalTrace === undefined ? null : traceDoubt(originalTrace, payment, bankAccount),
  ]
    .filter(doubt => doubt !== null)
    .filter(({ isOther }) => isOther || movesMoney)
    .map(({ sentence }) => sentence)
}

/** The questions of a movement where the bank names another account than that to which the payment went. */
export function accountQuestions(line: MovedLine, payment: NamedPayment, context: Context): Question[] {
  const movesMoney = line.effect === 'returned'
  const label = movesMoney ? isReturn : isThisPayment
  const isElsewhere = line.movement.entry.bankAccount !== context.bankAccount
  const elsewhere = 'This is another account of ours than that from which grants are paid.'
  const doubts = accountDoubts(line, payment, { ...context, movesMoney })
  return [...(isElsewhere ? [elsewhere] : []), ...doubts].map(sentence => ({ sentence, label }))
}

function accountDoubt(
  accounts: readonly NamedAccount[],
  { method }: Pick<NamedPayment, 'method'>,
  { numbers, locale }: { numbers: BankNumbers | null; locale: string },
): AccountDoubt | null {
  const [first] = accounts
  if (first === undefined) return null
  if (method === 'cheque')
    return {
      sentence: localEnglish('The bank names an account, but this payment was made by cheque.', locale),
      isOther: false,
    }
  if (numbers === null)
    return {
      sentence: 'The account of this payment cannot be read, so nobody compared it with that of the bank.',
      isOther: false,
    }
  const compared = accounts.map(named => ({ named, comparison: compareAccounts(named, numbers) }))
  if (compared.some(({ comparison }) => isWhole(comparison))) return null
  const partly = compared.find(({ comparison }) => mayBe(comparison))
  if (partly) return { sentence: partSentence(partly.comparison, numbers), isOther: false }
  const comparison = compareAccounts(first, numbers)
  return comparison.number === 'unnamed' && comparison.bank !== 'other'
    ? { sentence: 'The bank does not name the account of this payment.', isOther: false }
    : { sentence: otherSentence(first, comparison, numbers), isOther: true }
}

const codeName = ({ country }: BankNumbers) => (country === 'US' ? 'routing number' : 'sort code')
const endOf = (number: string) => number.replaceAll(/[^0-9A-Za-z]/g, '').slice(-4)

function partSentence({ bank, number }: AccountComparison, numbers: BankNumbers): string {
  if (number === 'shown')
    return 'The bank shows only some digits of the account. They are those of the account of this payment.'
  return bank === 'unnamed'
    ? `The bank names the account number of this payment, but no ${codeName(numbers)}.`
    : `The bank names the account number of this payment, but shows only some digits of the ${codeName(numbers)}.`
}

/** Says what differs, with the last four characters of account numbers. */
function otherSentence(
  named: NamedAccount,
  { bank, number }: AccountComparison,
  numbers: BankNumbers,
): string {
  const differing = [
    ...(bank === 'other' ? [codeName(numbers)] : []),
    ...(number === 'other' ? ['account number'] : []),
  ]
  const [ours, theirs] = [endOf(numbers.account), endOf(named.number)]
  const ofBank = bank === 'other' && named.bank !== null
  const said = [
    ...(ofBank ? [`${codeName(numbers)} ${named.bank?.slice(0, 20)}`] : []),
    ...(number === 'other' ? [`an account that ends in ${theirs || 'nothing'}`] : []),
  ]
  const paid = [
    ...(ofBank ? [`${codeName(numbers)} ${numbers.bank}`] : []),
    ...(number === 'other'
      ? [ours === theirs ? 'another that ends in the same digits' : `one that ends in ${ours}`]
      : []),
  ]
  const what = differing.join(' and the ')
  const verb = differing.length === 1 ? 'differs' : 'differ'
  return said.length === 0
    ? `The ${what} ${verb} from that of this payment.`
    : `The ${what} ${verb}: the bank names ${said.join(' and ')}, but this payment went to ${paid.join(' and ')}.`
}

/** The original entry of a return, as the file of the run numbered it: our bank, and the place in the file. */
function traceDoubt(
  trace: string,
  { place }: Pick<NamedPayment, 'place'>,
  bankAccount: string,
): AccountDoubt | null {
  if (place === null) return null
  const own = `${bankAccount.slice(0, 8)}${String(place).padStart(7, '0')}`
  if (trace === own) return null
  return /^0*$/.test(trace)
    ? { sentence: 'The bank does not name the trace number of the original entry.', isOther: false }
    : {
        sentence: `The trace number of the original entry differs: the bank names ${trace.slice(0, 15)}, but this payment had ${own}.`,
        isOther: true,
      }
}
