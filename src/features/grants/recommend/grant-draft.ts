import * as z from 'zod/mini'
import { type Currency, formatMoney, minorPerUnit } from '../../../domain/money.ts'
import { type Naming, namingCodes, type Purpose, purposeCodes } from '../domain/purpose.ts'
import {
  type BenefitAnswer,
  benefitAnswerCodes,
  benefitRefusal,
  checkPurpose,
} from '../domain/purpose-check.ts'
import type { GrantDetails } from '../grants.contract.ts'

/** What a recommendation says beside its charity, which stands in the address. */
export type GrantDraft = {
  amountMinor: bigint | null
  purposeCode: Purpose
  purposeText: string
  /** The answer to the question that the purpose raises, where it raises one. */
  benefitAnswer: BenefitAnswer | null
  namingCode: Naming
  certified: boolean
}

export const emptyDraft: GrantDraft = {
  amountMinor: null,
  purposeCode: 'where_needed',
  purposeText: '',
  benefitAnswer: null,
  namingCode: 'fund_and_donor',
  certified: false,
}

/** 'New Grant' from a former one: what it said, but certified and asked anew. */
export function draftOf(grant: GrantDetails): GrantDraft {
  return {
    amountMinor: grant.amount,
    purposeCode: grant.purposeCode,
    purposeText: grant.purposeText ?? '',
    benefitAnswer: null,
    namingCode: grant.namingCode,
    certified: false,
  }
}

export const steps = ['charity', 'grant', 'certify', 'review'] as const
export type Step = (typeof steps)[number]

export const stepTitles = {
  charity: 'Charity',
  grant: 'Amount and purpose',
  certify: 'Certification',
  review: 'Review',
} as const satisfies Record<Step, string>

const fieldSteps: Record<string, Step> = {
  amountMinor: 'grant',
  purposeCode: 'grant',
  purposeText: 'grant',
  benefitAnswer: 'grant',
  namingCode: 'grant',
  certified: 'certify',
  charityId: 'charity',
}

/** Where a field that the server refused is mended. */
export const stepOfField = (field: string): Step => fieldSteps[field] ?? 'review'

export type GrantRules = {
  minimumMinor: bigint
  wholeUnitsOnly: boolean
  /** Null where the client accepts a grant over the balance and lets it wait for funds. */
  availableMinor: bigint | null
  currency: Currency
  locale: string
}

type Violation = { field: keyof GrantDraft; message: string }

/** What speaks against a draft, as far as the steps up to this one have asked; the server checks it all again (open-points 6). */
export function violationsOf(draft: GrantDraft, step: Step, rules: GrantRules): Violation[] {
  if (step === 'charity') return []
  const amount = amountViolation(draft.amountMinor, rules)
  const purpose = purposeTextViolation(draft)
  const benefit = purpose === null ? benefitObjection(draft) : null
  const found: Violation[] = []
  if (amount) found.push({ field: 'amountMinor', message: amount })
  if (purpose) found.push({ field: 'purposeText', message: purpose })
  if (benefit) found.push({ field: 'benefitAnswer', message: benefit })
  if (step !== 'grant' && !draft.certified)
    found.push({
      field: 'certified',
      message: 'Certify that the grant brings no benefit and meets no pledge',
    })
  return found
}

function amountViolation(amountMinor: bigint | null, rules: GrantRules): string | null {
  const { minimumMinor, wholeUnitsOnly, availableMinor, currency, locale } = rules
  if (amountMinor === null) return 'Enter the amount of the grant'
  if (amountMinor < minimumMinor)
    return `The smallest grant is ${formatMoney(minimumMinor, currency, locale, { wholeUnitsWhenRound: true })}`
  if (wholeUnitsOnly && amountMinor % minorPerUnit !== 0n)
    return currency === 'USD' ? 'Enter whole dollars' : 'Enter whole pounds'
  if (availableMinor !== null && amountMinor > availableMinor)
    return `This is more than the available balance of ${formatMoney(availableMinor, currency, locale)}`
  return null
}

function purposeTextViolation({ purposeCode, purposeText }: GrantDraft): string | null {
  if (purposeCode === 'where_needed') return null
  if (purposeText.trim() === '') return 'Say for whom or for what the grant is'
  const check = checkPurpose(purposeCode, purposeText)
  return check.kind === 'refused' ? check.sentence : null
}

/** The question that the draft's purpose raises; null where it raises none. */
export function benefitQuestionOf({ purposeCode, purposeText }: GrantDraft): string | null {
  const check = checkPurpose(purposeCode, purposeText)
  return check.kind === 'asked' ? check.question : null
}

function benefitObjection(draft: GrantDraft): string | null {
  if (benefitQuestionOf(draft) === null) return null
  if (draft.benefitAnswer === null) return 'Answer the question about the purpose'
  return draft.benefitAnswer === 'received' ? benefitRefusal : null
}

const draftShape = z.object({
  amountMinor: z.nullable(z.bigint()),
  purposeCode: z.enum(purposeCodes),
  purposeText: z.string().check(z.maxLength(500, 'Use 500 characters or fewer')),
  benefitAnswer: z.nullable(z.enum(benefitAnswerCodes)),
  namingCode: z.enum(namingCodes),
  certified: z.boolean(),
})

/** The draft's schema at one step: what a later step asks is not yet wrong. */
export function draftSchema(step: Step, rules: GrantRules) {
  return draftShape.check(context => {
    for (const { field, message } of violationsOf(context.value, step, rules))
      context.issues.push({ code: 'custom', message, path: [field], input: context.value })
  })
}

/** The step to show: the one asked for, or the first before it that is not done. A reload has no draft any more. */
export function stepToShow(
  asked: Step | undefined,
  hasCharity: boolean,
  draft: GrantDraft,
  rules: GrantRules,
): Step {
  if (!hasCharity) return 'charity'
  const wanted = asked ?? 'grant'
  const undone = (['grant', 'certify'] as const).find(step => violationsOf(draft, step, rules).length > 0)
  if (undone === undefined || wanted === 'charity') return wanted
  return steps.indexOf(undone) < steps.indexOf(wanted) ? undone : wanted
}
