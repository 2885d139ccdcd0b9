import { keysOf } from '../../../domain/keys-of.ts'
import {
  amountTooLarge,
  type Currency,
  formatMoney,
  minorPerUnit,
  wholeUnitsSentence,
} from '../../../domain/money.ts'
import type { PurposeChoices } from './grant-choices.ts'
import { benefitRefusal, checkPurpose, type StoredBenefitAnswer } from './purpose-check.ts'

/** The rules of one client and book for a recommendation. The form and the server both check them. */
export type GrantRules = {
  minimumMinor: bigint
  /** The largest amount that the client accepts anywhere. */
  maxAmountMinor: bigint
  wholeUnitsOnly: boolean
  /** Null where the balance is not checked here: the client lets grants wait for funds, or the ledger decides. */
  availableMinor: bigint | null
  currency: Currency
  locale: string
}

/** The fields of a recommendation that can be checked without the charity and the ledger. */
export type GrantInput = PurposeChoices & { amountMinor: bigint | null; certified: boolean }

type GrantViolation = { field: keyof GrantInput; message: string }

export const overAvailableBalance = 'This is more than the available balance'

/** Days within which a second grant of the same amount to the same charity has to be confirmed. */
export const repeatDays = 30

export const repeatQuestion = (day: string) =>
  `You recommended the same amount to this charity on ${day}. Recommend it again?`

/** The text as it is stored: without surrounding spaces; null where the purpose has none. */
export function storedPurposeText({ purposeText }: Pick<GrantInput, 'purposeText'>): string | null {
  return purposeText?.trim() || null
}

/** Every rule that the input breaks, one message for each field, in the order of the form. */
export function grantViolations(input: GrantInput, rules: GrantRules): GrantViolation[] {
  const messages: Partial<Record<keyof GrantInput, string | null>> = {
    amountMinor: amountViolation(input.amountMinor, rules),
    purposeText: purposeViolation(input),
    benefitAnswer: benefitViolation(input),
    certified: input.certified ? null : certificationMissing(rules.locale),
  }
  return keysOf(messages).flatMap(field => {
    const message = messages[field]
    return message ? [{ field, message }] : []
  })
}

export const missingAmount = 'Enter an amount'

function amountViolation(amountMinor: bigint | null, rules: GrantRules): string | null {
  const { minimumMinor, maxAmountMinor, wholeUnitsOnly, availableMinor, currency, locale } = rules
  if (amountMinor === null) return missingAmount
  if (amountMinor < minimumMinor)
    return `The minimum grant is ${formatMoney(minimumMinor, currency, locale, { wholeUnitsWhenRound: true })}`
  if (amountMinor > maxAmountMinor) return amountTooLarge(maxAmountMinor, currency, locale)
  if (wholeUnitsOnly && amountMinor % minorPerUnit !== 0n) return wholeUnitsSentence[currency]
  if (availableMinor !== null && amountMinor > availableMinor)
    return `${overAvailableBalance} of ${formatMoney(availableMinor, currency, locale)}`
  return null
}

function purposeViolation(input: GrantInput): string | null {
  const text = storedPurposeText(input)
  if (input.purposeCode === 'where_needed')
    return text === null ? null : 'Leave the details empty for this purpose'
  if (text === null) return 'Enter who or what the grant is for'
  const check = checkPurpose(input.purposeCode, text)
  return check.kind === 'refused' ? check.sentence : null
}

/** The question that the purpose raises; null where it raises none. */
export function benefitQuestionOf(input: Pick<GrantInput, 'purposeCode' | 'purposeText'>): string | null {
  const check = checkPurpose(input.purposeCode, input.purposeText ?? '')
  return check.kind === 'needs-answer' ? check.question : null
}

function benefitViolation(input: GrantInput): string | null {
  if (benefitQuestionOf(input) === null) return null
  if (input.benefitAnswer === null) return 'Tell us whether anyone receives something in return'
  return input.benefitAnswer === 'received' ? benefitRefusal : null
}

/** The answer to store with a valid grant: null if the purpose raised no question, even if an answer was sent. */
export function benefitAnswerToStore(input: GrantInput): StoredBenefitAnswer | null {
  if (input.benefitAnswer === 'received' || benefitQuestionOf(input) === null) return null
  return input.benefitAnswer
}

const certificationMissing = (locale: string) =>
  `${locale === 'en-US' ? 'Check' : 'Tick'} the box to certify your grant`
