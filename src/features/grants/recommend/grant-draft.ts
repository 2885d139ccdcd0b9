import * as z from 'zod/mini'
import {
  type GrantInput,
  type GrantRules,
  type GrantViolation,
  grantViolations,
  storedPurposeText,
} from '../domain/grant-rules.ts'
import {
  type Naming,
  namingCodes,
  type Purpose,
  purposeCodes,
  purposeTextMaxLength,
  purposeTextTooLong,
} from '../domain/purpose.ts'
import { type BenefitAnswer, benefitAnswerCodes } from '../domain/purpose-check.ts'
import type { GrantDetails } from '../grants.contract.ts'

/** The fields of a recommendation apart from its charity, which is in the address. */
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

/** A new draft with the naming of the person's profile, if they set one. */
export const draftWith = (preferredNaming: Naming | null): GrantDraft =>
  preferredNaming === null ? emptyDraft : { ...emptyDraft, namingCode: preferredNaming }

/** 'New Grant': starts from an earlier grant; the certification and the answer have to be given again. */
export function draftOf(grant: GrantDetails): GrantDraft {
  return {
    amountMinor: grant.amountMinor,
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

/** The step in which a field that the server refused can be corrected. */
export const stepOfField = (field: string): Step => fieldSteps[field] ?? 'review'

/** The rules that the draft breaks, as far as the steps up to this one ask for them. The server checks them again. */
export function violationsOf(draft: GrantDraft, step: Step, rules: GrantRules): GrantViolation[] {
  if (step === 'charity') return []
  const violations = grantViolations(inputOf(draft), rules)
  return step === 'grant' ? violations.filter(({ field }) => field !== 'certified') : violations
}

/** What is sent: the text field keeps its text while "Where it is needed most" is chosen, but does not send it. */
export function inputOf({ namingCode: _naming, ...draft }: GrantDraft): GrantInput {
  return { ...draft, purposeText: draft.purposeCode === 'where_needed' ? null : storedPurposeText(draft) }
}

/** The draft's part of the request. */
export function attributesOf(draft: GrantDraft) {
  return { ...inputOf(draft), amountMinor: draft.amountMinor ?? 0n, namingCode: draft.namingCode }
}

export const draftShape = z.object({
  amountMinor: z.nullable(z.bigint()),
  purposeCode: z.enum(purposeCodes),
  purposeText: z.string().check(z.maxLength(purposeTextMaxLength, purposeTextTooLong)),
  benefitAnswer: z.nullable(z.enum(benefitAnswerCodes)),
  namingCode: z.enum(namingCodes),
  certified: z.boolean(),
})

/** The draft's schema at one step. Fields of later steps are not checked yet. */
export function draftSchema(step: Step, rules: GrantRules) {
  return draftShape.check(context => {
    for (const { field, message } of violationsOf(context.value, step, rules))
      context.issues.push({ code: 'custom', message, path: [field], input: context.value })
  })
}

/** The step to show: the requested one, or the first incomplete one before it. */
export function stepToShow(
  requested: Step | undefined,
  hasCharity: boolean,
  draft: GrantDraft,
  rules: GrantRules,
): Step {
  if (!hasCharity) return 'charity'
  const wanted = requested ?? 'grant'
  const incomplete = (['grant', 'certify'] as const).find(step => violationsOf(draft, step, rules).length > 0)
  if (incomplete === undefined || wanted === 'charity') return wanted
  return steps.indexOf(incomplete) < steps.indexOf(wanted) ? incomplete : wanted
}
