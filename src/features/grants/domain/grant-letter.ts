import { localEnglish } from '../../../domain/local-english.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { RepeatedChoices } from './grant-choices.ts'
import { purposeDescription } from './purpose.ts'

export type LetterFacts = RepeatedChoices & {
  sponsor: string
  charity: string
  /** Formatted with its currency. */
  amount: string
  fundName: string
  donorName: string
  /** One line; null where it is not known. */
  donorAddress: string | null
  /** The number of the transaction; null before the grant was submitted. */
  grantNumber: string | null
  locale: string
}

type GrantLetter = { salutation: string; paragraphs: string[]; closing: string }

/** The letter that the charity gets with its grant (§13). It contains only the names that the donor chose. */
export function grantLetter(facts: LetterFacts): GrantLetter {
  const { sponsor, charity, amount, purposeCode, purposeText, locale, grantNumber } = facts
  const numbered = grantNumber === null ? '' : ` The grant number is ${grantNumber}.`
  const purpose =
    purposeCode === 'where_needed'
      ? 'Please use it where it is needed most.'
      : `It was recommended for this purpose: ${purposeDescription(purposeCode, purposeText, locale)}.`
  return {
    salutation: `To ${charityName(charity)}`,
    paragraphs: [
      `${sponsor} is pleased to send you a grant of ${amount}.${numbered}`,
      namedIn(facts),
      purpose,
      localEnglish(
        `This grant comes from ${sponsor}, which has already acknowledged the donor’s gift. Please do not send a tax receipt for it. No one may receive goods, services{,} or another benefit in return. If you cannot use the grant in this way, please return it to us.`,
        locale,
      ),
    ],
    closing: sponsor,
  }
}

function namedIn({ namingCode, fundName, donorName, donorAddress }: LetterFacts): string {
  if (namingCode === 'anonymous') return 'The donor wishes to remain anonymous.'
  if (namingCode === 'fund_only') return `It was recommended from ${fundName}.`
  const address = donorAddress === null ? '' : `, ${donorAddress}`
  return `It was recommended from ${fundName} by ${donorName}${address}. You are welcome to thank them.`
}

/** What the voucher of a cheque says about its grant, in a few words: the names that the donor chose, as the letter has them. */
export type GrantVoucher = { from: string; purpose: string }

export function grantVoucher({
  namingCode,
  fundName,
  donorName,
  purposeCode,
  purposeText,
  locale,
}: Pick<
  LetterFacts,
  'namingCode' | 'fundName' | 'donorName' | 'purposeCode' | 'purposeText' | 'locale'
>): GrantVoucher {
  const purpose = purposeDescription(purposeCode, purposeText, locale)
  if (namingCode === 'anonymous') return { from: 'An anonymous donor', purpose }
  return { from: namingCode === 'fund_only' ? fundName : `${fundName}, ${donorName}`, purpose }
}
