import { unknownFundId } from '../../../domain/fund-id.ts'

/** Why a fund cannot receive money of another fund, as a sentence; null for an active one only. */
export const receiverViolation = (accountStatus: string): string | null =>
  accountStatus === 'Active' ? null : 'The receiving fund is not active.'

type Facts = {
  fromStatus: string
  /** The account with the given number; null if there is none. */
  to: { accountStatus: string; isSame: boolean } | null
  availableMinor: bigint
  amountMinor: bigint
}

export const balanceTooLow = 'The available balance does not cover this transfer.'

/** Why a transfer cannot be made at present, as a sentence for staff; null if it can. Money leaves and reaches active funds only. */
export function transferViolation({ fromStatus, to, availableMinor, amountMinor }: Facts): string | null {
  if (to === null) return unknownFundId
  if (to.isSame) return 'This is the ID of the same account.'
  if (fromStatus !== 'Active') return 'The giving fund is not active.'
  const ofReceiver = receiverViolation(to.accountStatus)
  if (ofReceiver !== null) return ofReceiver
  if (amountMinor > availableMinor) return balanceTooLow
  return null
}
