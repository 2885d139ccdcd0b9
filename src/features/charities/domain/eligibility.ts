import { formatDate, type IsoDate } from '../../../domain/dates.ts'

/** The columns of a register's row on which eligibility depends. Unknown registers and codes never lead to a yes. */
export type EligibilityFacts = {
  /**
   * `irs-bmf`, `uk`, `vetted-us` or `vetted-uk` for an organization on no register that staff have vetted, or `none` for a UK body on no register
   * that claims recognition by HMRC.
   */
  register: string
  /** In the form of org-id.guide; it must be a number of the register. */
  charityId: string
  /** The IRS file's own codes; null at the other registers. */
  subsection: string | null
  foundation: string | null
  deductibility: string | null
  /**
   * The IRS file's code; for a UK charity `registered`, `removed`, `insolvent` or another word, null where its file has none; for a
   * vetted organization `vetted` or `expired`.
   */
  status: string | null
  /** The day on which a UK register removed the charity. */
  removedOn: string | null
  /** The day of the first file that no longer contains the charity. */
  leftOn: IsoDate | null
  /** The day of the file whose line about the charity could not be read, if no later one was read. */
  unreadOn: string | null
}

type EligibilityReason = keyof typeof eligibilityReasons

export type Eligibility = {
  outcome: 'yes' | 'no' | 'person'
  reason: EligibilityReason
  /** A whole sentence for donors and staff. */
  sentence: string
}

/**
 * The key of a reason is stored in the evidence of every step of a grant, so it must never change. The sentences follow the
 * documentation of the IRS file: SUBSECTION 92 is a nonexempt charitable trust under section 4947(a)(1) that files
 * as a private foundation; FOUNDATION 04 a private non-operating foundation, 02 and 03 private operating foundations, 18
 * an organization that tests for public safety, 17 and 21 to 24 supporting organizations under section 509(a)(3).
 */
export const eligibilityReasons = {
  'register-not-known': {
    outcome: 'no',
    sentence: 'This charity is on a register that we do not use, so it cannot receive a grant.',
  },
  'number-not-of-register': {
    outcome: 'no',
    sentence: 'This charity’s number is not valid for its register, so it cannot receive a grant.',
  },
  'nonexempt-charitable-trust': {
    outcome: 'no',
    sentence:
      'The IRS file lists this as a nonexempt charitable trust under section 4947(a)(1), which cannot receive a grant.',
  },
  'subsection-not-03': {
    outcome: 'no',
    sentence:
      'The IRS file does not list this organization under section 501(c)(3), so it cannot receive a grant.',
  },
  'private-non-operating-foundation': {
    outcome: 'no',
    sentence: 'This is a private non-operating foundation, which cannot receive a grant.',
  },
  'type-iii-not-functionally-integrated': {
    outcome: 'no',
    sentence:
      'This is a Type III supporting organization that is not functionally integrated, which cannot receive a grant.',
  },
  'testing-for-public-safety': {
    outcome: 'no',
    sentence:
      'The IRS file lists this as an organization that tests for public safety, which cannot receive a grant.',
  },
  'supporting-organization': {
    outcome: 'person',
    sentence: 'This is a supporting organization, so our staff will review the recommendation first.',
  },
  'private-operating-foundation': {
    outcome: 'person',
    sentence: 'This is a private operating foundation, so our staff will review the recommendation first.',
  },
  'foundation-not-10-to-16': {
    outcome: 'person',
    sentence:
      'The IRS file does not show this organization as a public charity, so our staff will review the recommendation first.',
  },
  'deductibility-not-1': {
    outcome: 'person',
    sentence:
      'The IRS file does not show contributions to this organization as generally deductible, so our staff will review the recommendation first.',
  },
  'status-not-01': {
    outcome: 'person',
    sentence:
      'The IRS file does not show this organization as unconditionally exempt, so our staff will review the recommendation first.',
  },
  'public-charity': { outcome: 'yes', sentence: 'The IRS file shows this organization as a public charity.' },
  'removed-from-uk-register': {
    outcome: 'no',
    sentence: 'This charity was removed from its UK register, so it cannot receive a grant.',
  },
  'insolvent-on-uk-register': {
    outcome: 'person',
    sentence:
      'The UK register shows this charity as insolvent, so our staff will review the recommendation first.',
  },
  'uk-status-not-registered': {
    outcome: 'person',
    sentence:
      'The UK register does not show this charity as registered, so our staff will review the recommendation first.',
  },
  'registered-uk-charity': { outcome: 'yes', sentence: 'This charity is on a UK charity register.' },
  'left-the-register': {
    outcome: 'person',
    sentence: 'This charity is no longer on its register, so our staff will review the recommendation first.',
  },
  'supporting-organization-left': {
    outcome: 'person',
    sentence:
      'This is a supporting organization that is no longer on its register, so our staff will review the recommendation first.',
  },
  'register-line-not-read': {
    outcome: 'person',
    sentence:
      'The latest file of the register could not be read for this charity, so our staff will review the recommendation first.',
  },
  'vetted-organization': {
    outcome: 'yes',
    sentence: 'Our staff have vetted this charity, which is not on a charity register.',
  },
  'vetting-expired': {
    outcome: 'person',
    sentence: 'Our vetting of this charity has expired, so our staff will review the recommendation first.',
  },
  'not-on-a-register': {
    outcome: 'person',
    sentence:
      'This organisation is on no UK charity register, so our staff will check its recognition by HMRC first.',
  },
} as const satisfies Record<string, { outcome: Eligibility['outcome']; sentence: string }>

type Rule = readonly [applies: (facts: EligibilityFacts) => boolean, reason: EligibilityReason]

const isOneOf =
  (column: 'subsection' | 'foundation' | 'deductibility' | 'status', codes: readonly (string | null)[]) =>
  (facts: EligibilityFacts): boolean =>
    codes.includes(facts[column])

const not =
  (applies: Rule[0]): Rule[0] =>
  facts =>
    !applies(facts)

const hasNumberLike =
  (pattern: RegExp): Rule[0] =>
  ({ charityId }) =>
    pattern.test(charityId)

const always = () => true

const isSubsection03 = isOneOf('subsection', ['03'])
const isPublicCharity = isOneOf('foundation', ['10', '11', '12', '13', '14', '15', '16'])
const isDeductible = isOneOf('deductibility', ['1'])
const isUnconditionallyExempt = isOneOf('status', ['01'])

const ofVetted: readonly Rule[] = [
  [not(hasNumberLike(/^XX-ALM-\d{6,12}$/)), 'number-not-of-register'],
  [isOneOf('status', ['vetted']), 'vetted-organization'],
  [always, 'vetting-expired'],
]

/** The rules of each register in order: the first one that applies decides. A yes needs a rule too. */
const rules: Readonly<Record<string, readonly Rule[]>> = {
  'irs-bmf': [
    [not(hasNumberLike(/^US-EIN-\d{9}$/)), 'number-not-of-register'],
    [isOneOf('subsection', ['92']), 'nonexempt-charitable-trust'],
    [not(isSubsection03), 'subsection-not-03'],
    [isOneOf('foundation', ['04']), 'private-non-operating-foundation'],
    [isOneOf('foundation', ['24']), 'type-iii-not-functionally-integrated'],
    [isOneOf('foundation', ['18']), 'testing-for-public-safety'],
    [isOneOf('foundation', ['17', '21', '22', '23']), 'supporting-organization'],
    [isOneOf('foundation', ['02', '03']), 'private-operating-foundation'],
    [not(isPublicCharity), 'foundation-not-10-to-16'],
    [not(isDeductible), 'deductibility-not-1'],
    [not(isUnconditionallyExempt), 'status-not-01'],
    [
      facts =>
        [isSubsection03, isPublicCharity, isDeductible, isUnconditionallyExempt].every(holds => holds(facts)),
      'public-charity',
    ],
  ],
  uk: [
    [not(hasNumberLike(/^GB-(CHC-\d{6,7}(-\d{1,4})?|SC-SC\d{6}|NIC-\d{6})$/)), 'number-not-of-register'],
    [({ removedOn }) => removedOn !== null, 'removed-from-uk-register'],
    [isOneOf('status', ['removed']), 'removed-from-uk-register'],
    [isOneOf('status', ['insolvent']), 'insolvent-on-uk-register'],
    // A file that has only numbers and names lists registered charities.
    [isOneOf('status', ['registered', null]), 'registered-uk-charity'],
    [always, 'uk-status-not-registered'],
  ],
  'vetted-us': ofVetted,
  'vetted-uk': ofVetted,
  none: [[always, 'not-on-a-register']],
}

/**
 * Whether a charity may receive a grant: yes, no, or after a review by staff (§13). A charity that has left its register goes to staff
 * whatever its codes were, with a sentence that says so, and one whose latest line could not be read is never a yes; a no stays a no.
 * A supporting organization that left has a reason of its own, because its review asks the same question as before.
 */
export function decideEligibility(facts: EligibilityFacts): Eligibility {
  const reason = reasonOf(facts)
  const { outcome } = eligibilityReasons[reason]
  if (outcome === 'no') return explain(reason)
  if (facts.leftOn !== null)
    return {
      ...explain(reason === 'supporting-organization' ? 'supporting-organization-left' : 'left-the-register'),
      sentence: leftSentence(facts.leftOn, facts.register),
    }
  return explain(outcome === 'yes' && facts.unreadOn !== null ? 'register-line-not-read' : reason)
}

/** Being absent from a file does not mean that the exemption was revoked, so the sentence says no more than that. */
const leftSentence = (leftOn: IsoDate, register: string) =>
  `This charity is no longer in the register’s file of ${formatDate(leftOn, register === 'irs-bmf' ? 'en-US' : 'en-GB')}, so our staff will review the recommendation first.`

function reasonOf(facts: EligibilityFacts): EligibilityReason {
  const ofRegister = Object.hasOwn(rules, facts.register) ? (rules[facts.register] ?? []) : []
  return ofRegister.find(([applies]) => applies(facts))?.[1] ?? 'register-not-known'
}

function explain(reason: EligibilityReason): Eligibility {
  return { ...eligibilityReasons[reason], reason }
}
