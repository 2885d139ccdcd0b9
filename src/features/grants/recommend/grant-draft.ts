import * as z from 'zod/mini'
import { atMost } from '../../../contract/typed-text.ts'
import type { IsoDate } from '../../../domain/dates.ts'
import { keysOf } from '../../../domain/keys-of.ts'
import type { Naming } from '../../people/domain/naming.ts'
import type { DraftContent } from '../baskets/drafts.contract.ts'
import { adviceFrom, emptyAdvice, type TypedAdvice } from '../domain/advice.ts'
import {
  choicesFrom,
  choicesNaming,
  draftChoices,
  emptyChoices,
  type GrantChoices,
  repeatedFrom,
} from '../domain/grant-choices.ts'
import { type GrantRules, grantViolations, storedPurposeText } from '../domain/grant-rules.ts'
import { purposeTextMaxLength } from '../domain/purpose.ts'
import type { GrantDetails } from '../grants.contract.ts'
import {
  datesViolation,
  type EndFields,
  type Frequency,
  frequencies,
  maxOccurrences,
  scheduleEnd,
} from '../schedules/domain/schedule.ts'
import { type AdviceRules, typedAdviceShape, typedAdviceViolation } from './advice-form.ts'
import { typedDate } from './typed-date.ts'

/** When a grant is made, in the order in which it is offered: now, once on a date, or again and again. */
export const timings = {
  now: 'Once, as soon as it is approved',
  'on-date': 'Once, on a date',
  monthly: frequencies.monthly,
  quarterly: frequencies.quarterly,
  half_yearly: frequencies.half_yearly,
  yearly: frequencies.yearly,
} as const
type Timing = keyof typeof timings
export const timingCodes = keysOf(timings)

export const ends = {
  never: 'Until I stop it',
  'on-date': 'Until a date',
  'after-count': 'A number of times',
} as const
type Ends = keyof typeof ends
export const endsCodes = keysOf(ends)

/** The donor's choices as they are typed. */
type TypedChoices = Omit<GrantChoices, 'purposeText'> & { purposeText: string }

/** The fields of a recommendation apart from its charity, which is in the address. */
export type GrantDraft = TypedChoices &
  TypedAdvice & {
    amountMinor: bigint | null
    timing: Timing
    /** The first date, where it is not now. */
    startsOn: IsoDate | null
    ends: Ends
    endsOn: IsoDate | null
    /** As it is typed. */
    endsAfter: string
    certified: boolean
  }

const typed = (choices: GrantChoices): TypedChoices => ({
  ...choicesFrom(choices),
  purposeText: choices.purposeText ?? '',
})

export const emptyDraft: GrantDraft = {
  amountMinor: null,
  timing: 'now',
  startsOn: null,
  ends: 'never',
  endsOn: null,
  endsAfter: '',
  ...typed(emptyChoices),
  ...emptyAdvice,
  certified: false,
}

/** A new draft with the naming of the person's profile, if they set one. */
export const draftWith = (preferredNaming: Naming | null): GrantDraft =>
  preferredNaming === null ? emptyDraft : { ...emptyDraft, ...typed(choicesNaming(preferredNaming)) }

/** 'New Grant': starts from an earlier grant; the certification and the answer have to be given again. */
export function draftOf(grant: GrantDetails): GrantDraft {
  return {
    ...emptyDraft,
    amountMinor: grant.amountMinor,
    ...typed({ ...emptyChoices, ...repeatedFrom(grant) }),
  }
}

/** A draft that is stored on the server; the certification is never stored. */
export function draftOfContent(content: DraftContent): GrantDraft {
  const { frequency, startsOn, endsOn, endsAfter } = content
  return {
    amountMinor: content.amountMinor,
    timing: frequency !== 'once' ? frequency : startsOn === null ? 'now' : 'on-date',
    startsOn,
    ends: endsOn !== null ? 'on-date' : endsAfter !== null ? 'after-count' : 'never',
    endsOn,
    endsAfter: endsAfter?.toString() ?? '',
    ...typed(content),
    ...emptyAdvice,
    certified: false,
  }
}

/** The stored content of a draft. */
export function contentOfDraft(
  draft: GrantDraft,
  charity: { charityId: string; name: string } | null,
): DraftContent {
  return {
    charityId: charity?.charityId ?? null,
    charityName: charity?.name ?? null,
    amountMinor: draft.amountMinor,
    ...sentChoices(draft),
    ...datesOf(draft),
    given: null,
    accepted: [],
  }
}

/** The dates of a schedule as they are sent; a grant that is made now has none. */
export function datesOf({
  timing,
  startsOn,
  ends: until,
  endsOn,
  endsAfter,
}: GrantDraft): EndFields & { frequency: Frequency; startsOn: IsoDate | null } {
  const isOnce = timing === 'now' || timing === 'on-date'
  return {
    frequency: isOnce ? 'once' : timing,
    startsOn: timing === 'now' ? null : typedDate(startsOn),
    endsOn: !isOnce && until === 'on-date' ? typedDate(endsOn) : null,
    endsAfter: !isOnce && until === 'after-count' ? countOf(endsAfter) : null,
  }
}

const countOf = (text: string): number | null => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : null)

export const steps = ['charity', 'grant', 'review'] as const
export type Step = (typeof steps)[number]

export const stepTitles = {
  charity: 'Charity',
  grant: 'Amount and purpose',
  review: 'Review and certify',
} as const satisfies Record<Step, string>

const fieldSteps: Record<string, Step> = {
  amountMinor: 'grant',
  startsOn: 'grant',
  endsOn: 'grant',
  endsAfter: 'grant',
  certified: 'review',
  advisedBy: 'review',
  adviceChannel: 'review',
  advisedOn: 'review',
  charityId: 'charity',
}

/** The step in which a field that the server refused can be corrected. */
export const stepOfField = (field: string): Step =>
  Object.hasOwn(emptyChoices, field) ? 'grant' : (fieldSteps[field] ?? 'review')

/** The rules of a recommendation, and the client's day, from which dates are counted. */
export type DraftRules = GrantRules & AdviceRules

type DraftViolation = { field: keyof GrantDraft; message: string }

/** The rules that the draft breaks, as far as the steps up to this one ask for them. The server checks them again. */
export function violationsOf(draft: GrantDraft, step: Step, rules: DraftRules): DraftViolation[] {
  if (step === 'charity') return []
  // Nothing is set aside for a date to come.
  const availableMinor = draft.timing === 'now' ? rules.availableMinor : null
  const violations = grantViolations({ ...draft, ...sentChoices(draft) }, { ...rules, availableMinor })
  const all = [...violations, ...timingViolations(draft, rules.today)]
  if (step === 'grant') return all.filter(({ field }) => field !== 'certified')
  const advice = typedAdviceViolation(draft, rules)
  return advice === null ? all : [...all, advice]
}

function timingViolations(draft: GrantDraft, today: IsoDate): DraftViolation[] {
  const { frequency, startsOn, endsOn, endsAfter } = datesOf(draft)
  if (draft.timing === 'now') return []
  if (startsOn === null) return [{ field: 'startsOn', message: 'Choose the date of the first grant' }]
  if (frequency !== 'once' && draft.ends === 'on-date' && endsOn === null)
    return [{ field: 'endsOn', message: 'Choose the date of the last grant' }]
  if (frequency !== 'once' && draft.ends === 'after-count' && endsAfter === null)
    return [
      { field: 'endsAfter', message: `Enter a number from 1 to ${maxOccurrences.toLocaleString('en')}` },
    ]
  const violation = datesViolation({ frequency, startsOn, end: scheduleEnd({ endsOn, endsAfter }) }, today)
  return violation === null ? [] : [violation]
}

/** What is sent: the text field keeps its text while "Where it is needed most" is chosen, but does not send it. */
function sentChoices(draft: GrantDraft): GrantChoices {
  const purposeText = draft.purposeCode === 'where_needed' ? null : storedPurposeText(draft)
  return choicesFrom({ ...draft, purposeText })
}

/** The draft's part of the request. */
export function attributesOf(draft: GrantDraft) {
  return {
    ...sentChoices(draft),
    ...adviceFrom({ ...draft, advisedOn: typedDate(draft.advisedOn) }),
    amountMinor: draft.amountMinor ?? 0n,
    certified: draft.certified,
  }
}

export const draftShape = z.object({
  amountMinor: z.nullable(z.bigint()),
  timing: z.enum(timingCodes),
  startsOn: z.nullable(z.custom<IsoDate>()),
  ends: z.enum(endsCodes),
  endsOn: z.nullable(z.custom<IsoDate>()),
  endsAfter: z.string(),
  ...draftChoices,
  ...typedAdviceShape,
  purposeText: z.string().check(atMost(purposeTextMaxLength)),
  certified: z.boolean(),
})

/** The draft's schema at one step. Fields of later steps are not checked yet. */
export function draftSchema(step: Step, rules: DraftRules) {
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
  rules: DraftRules,
): Step {
  if (!hasCharity) return 'charity'
  const wanted = requested ?? 'grant'
  if (wanted !== 'review') return wanted
  return violationsOf(draft, 'grant', rules).length > 0 ? 'grant' : 'review'
}
