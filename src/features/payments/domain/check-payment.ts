import type { IsoDate } from '../../../domain/dates.ts'
import { bankName, bankText, hasLetterOrDigit } from '../../charity-profiles/domain/bank-text.ts'
import { grantStatusViolation } from '../../grants/domain/fund-status.ts'
import type { PaymentMethod } from '../../grants/domain/payment-label.ts'
import { postalAddressOf } from './postal-address.ts'

/** The facts about a grant and its charity at the time of a check. */
type PaymentFacts = {
  method: PaymentMethod
  amountMinor: bigint
  status: number
  fundStatus: string
  /** Whether the grant belongs to an estate case, whose grants leave an immobile fund. */
  isOfCase: boolean
  isOnHold: boolean
  /** Why the payment may not leave, by the lists of sanctions (`paymentStops`); null if it may. */
  screeningStop: string | null
  /** Why the charity cannot be paid, by the registers and the staff’s profile; null if it can. */
  charityViolation: string | null
  payeeName: string
  payeeAddress: string | null
  /** The confirmed details of the charity, and the first day on which they can be used. */
  bankDetails: { country: 'US' | 'GB'; usableFrom: IsoDate } | null
  /** Whether other details await confirmation. */
  hasOpenProposal: boolean
  payee: {
    /** Whether a change of the payee awaits confirmation. */
    isOpen: boolean
    /** The first day on which the latest change can be used; null for none. */
    usableFrom: IsoDate | null
    /** Whether the charity is paid by the run's method now. */
    isOfMethod: boolean
    /** Whether the payee follows the register again since the approval of the grant, so that nobody confirmed its name or address. */
    isUnconfirmed: boolean
    /** Whether payee or bank details changed since the approval of the run, whose file has the former ones. */
    isAfterApproval: boolean
  }
}

/** The largest payment that the record of each format holds, in minor units. */
const largest = {
  nacha: 99_999_999_99n,
  bacs18: 999_999_999_99n,
  'pain.001': 999_999_999_99n,
  cheques: 999_999_999_99n,
}

type PaymentContext = { format: keyof typeof largest; country: 'US' | 'GB'; today: IsoDate }

/**
 * Why a grant cannot be paid now, as a sentence; null if it can. Every run checks this when it is created, before it is approved and
 * before its file leaves.
 */
export function paymentViolation(facts: PaymentFacts, context: PaymentContext): string | null {
  if (facts.status < 3 || facts.status > 4) return 'The grant is no longer approved.'
  if (facts.isOnHold) return 'The grant is on hold.'
  const ofFund = grantStatusViolation({ accountStatus: facts.fundStatus, isOfCase: facts.isOfCase })
  if (ofFund !== null) return ofFund
  if (facts.charityViolation !== null) return facts.charityViolation
  if (facts.screeningStop !== null) return facts.screeningStop
  const ofPayee = payeeViolation(facts, context)
  if (ofPayee !== null) return ofPayee
  if (facts.amountMinor > largest[context.format])
    return 'The amount is too large for one payment of this kind.'
  if (
    !hasLetterOrDigit(bankName(facts.payeeName, context.format === 'cheques' ? 'pain.001' : context.format))
  )
    return 'The charity’s payee name has no characters that a bank can process.'
  if (facts.method === 'eft') return transferViolation(facts, context)
  return facts.payeeAddress === null ? 'The charity has no payee address.' : null
}

/** A change of the payee takes two people and three days, like one of bank details. */
function payeeViolation({ payee }: PaymentFacts, { today }: PaymentContext): string | null {
  if (payee.isOpen) return 'A change of the charity’s payee is awaiting a decision.'
  if (payee.usableFrom !== null && payee.usableFrom > today)
    return 'The charity’s payee was changed less than three days ago.'
  if (payee.isUnconfirmed)
    return 'The charity’s payee follows the register again since the approval. Return the grant to review.'
  if (!payee.isOfMethod) return 'The charity is no longer paid in this way.'
  return payee.isAfterApproval ? 'The charity’s payee has changed since the approval of this run.' : null
}

const hasTown = (address: string | null): boolean =>
  hasLetterOrDigit(bankText(postalAddressOf(address ?? '')?.town ?? '', 'pain.001'))

function transferViolation(
  { bankDetails, hasOpenProposal, payeeAddress }: PaymentFacts,
  { format, country, today }: PaymentContext,
): string | null {
  if (hasOpenProposal) return 'New bank details of the charity are awaiting a decision.'
  if (bankDetails === null) return 'The charity has no confirmed bank details.'
  if (bankDetails.country !== country) return 'The charity’s bank details are for another country.'
  if (bankDetails.usableFrom > today)
    return 'The bank details of the charity were confirmed less than three days ago.'
  // ISO 20022 wants structured addresses from November 2026; the other formats have none.
  return format === 'pain.001' && !hasTown(payeeAddress)
    ? 'The payee address of the charity has no town.'
    : null
}
