import { totalOf, wholeHundredths } from '../../legacy-plan/domain/legacy-plan.ts'
import { readPercentage } from '../../legacy-plan/domain/percentage.ts'

/** A recipient of a closing fund's money as staff chose it: a charity, or another fund. */
export type Recipient = {
  name: string
  /** The number of the charity, or the account ID. */
  facts: string
  /** As typed. */
  percentage: string
} & ({ charityId: string; toFundId: null } | { charityId: null; toFundId: number })

export const recipientKey = ({ charityId, toFundId }: Recipient): string => charityId ?? fundKey(toFundId)
export const fundKey = (fundId: number): string => `fund-${fundId}`
export const fundIdOfKey = (key: string): number => Number(key.replace('fund-', ''))

const hundredthsOf = ({ percentage }: Recipient): number => readPercentage(percentage) ?? 0

export const recipientsTotal = (recipients: readonly Recipient[]): number =>
  totalOf(recipients.map(recipient => ({ shareHundredths: hundredthsOf(recipient) })))

/** What is missing in the recipients, as a sentence; null if nothing is. */
export function recipientsViolation(recipients: readonly Recipient[]): string | null {
  if (recipients.length === 0) return 'Choose who receives the money'
  const unread = recipients.find(({ percentage }) => readPercentage(percentage) === null)
  if (unread) return `Enter the share of ${unread.name}, such as 25 or 33.33`
  return recipientsTotal(recipients) === wholeHundredths ? null : 'The shares must add up to 100%'
}

/** The recipients as the command takes them. */
export const closingShares = (recipients: readonly Recipient[]) =>
  recipients.map(recipient => ({
    charityId: recipient.charityId,
    toFundId: recipient.toFundId,
    shareHundredths: hundredthsOf(recipient),
  }))
