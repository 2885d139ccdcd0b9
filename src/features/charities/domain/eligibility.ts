/** What the register says about a charity, as far as a grant hangs on it. IRS codes are the file's own. */
export type EligibilityFacts =
  | {
      register: 'irs-bmf'
      subsection: string | null
      foundation: string | null
      deductibility: string | null
      status: string | null
      /** The day of the file in which the charity stood no more. */
      leftOn: string | null
    }
  | { register: 'uk'; leftOn: string | null }
  /** A UK body that stands on no register but says that HMRC recognises it: a university, a church, an excepted charity. */
  | { register: 'none' }

export type EligibilityReason = keyof typeof eligibilityReasons

export type Eligibility = {
  outcome: 'yes' | 'no' | 'person'
  reason: EligibilityReason
  /** For the donor and for staff: a whole sentence. */
  sentence: string
}

const eligibilityReasons = {
  'split-interest-trust': {
    outcome: 'no',
    sentence: 'This is a trust under section 4947(a)(1), which cannot receive a grant.',
  },
  'not-501c3': { outcome: 'no', sentence: 'This organization is not a charity under section 501(c)(3).' },
  'private-foundation': {
    outcome: 'no',
    sentence: 'This is a private non-operating foundation, which cannot receive a grant.',
  },
  'type-iii-not-integrated': {
    outcome: 'no',
    sentence:
      'This is a Type III supporting organization that is not functionally integrated, which cannot receive a grant.',
  },
  'public-safety': {
    outcome: 'no',
    sentence: 'This organization tests for public safety, and gifts to it are not deductible.',
  },
  'supporting-organisation': {
    outcome: 'person',
    sentence: 'This is a supporting organization, so a member of staff looks at the recommendation first.',
  },
  'operating-foundation': {
    outcome: 'person',
    sentence:
      'This is a private operating foundation, so a member of staff looks at the recommendation first.',
  },
  'foundation-code-unusual': {
    outcome: 'person',
    sentence:
      'The IRS file does not show this organization as a public charity, so a member of staff looks at the recommendation first.',
  },
  'deductibility-unusual': {
    outcome: 'person',
    sentence:
      'The IRS file does not show gifts to this organization as deductible, so a member of staff looks at the recommendation first.',
  },
  'status-unusual': {
    outcome: 'person',
    sentence:
      'The IRS file does not show this organization as unconditionally exempt, so a member of staff looks at the recommendation first.',
  },
  'left-the-register': {
    outcome: 'person',
    sentence:
      'This charity no longer stands on its register, so a member of staff looks at the recommendation first.',
  },
  'not-on-a-register': {
    outcome: 'person',
    sentence:
      'This organisation is on no UK charity register, so a member of staff asks for its recognition by HMRC first.',
  },
  'public-charity': { outcome: 'yes', sentence: 'The IRS file shows this organization as a public charity.' },
  'registered-uk-charity': { outcome: 'yes', sentence: 'This charity stands on a UK charity register.' },
} as const satisfies Record<string, { outcome: Eligibility['outcome']; sentence: string }>

type IrsFacts = Extract<EligibilityFacts, { register: 'irs-bmf' }>

const publicCharityCodes = new Set(['10', '11', '12', '13', '14', '15', '16'])

/** In the order of open-points 6: the first that applies decides. */
const irsRules: readonly (readonly [(facts: IrsFacts) => boolean, EligibilityReason])[] = [
  [facts => facts.subsection === '92', 'split-interest-trust'],
  [facts => facts.subsection !== '03', 'not-501c3'],
  [facts => facts.foundation === '04', 'private-foundation'],
  [facts => facts.foundation === '24', 'type-iii-not-integrated'],
  [facts => facts.foundation === '18', 'public-safety'],
  [facts => ['17', '21', '22', '23'].includes(facts.foundation ?? ''), 'supporting-organisation'],
  [facts => ['02', '03'].includes(facts.foundation ?? ''), 'operating-foundation'],
  [facts => !publicCharityCodes.has(facts.foundation ?? ''), 'foundation-code-unusual'],
  [facts => facts.deductibility !== '1', 'deductibility-unusual'],
  [facts => facts.status !== '01', 'status-unusual'],
]

/**
 * Whether a charity may receive a grant: at once, not at all, or after a person has looked (open-points 6). A charity
 * that left its register since the last file is never a plain yes; a no stays a no.
 */
export function decideEligibility(facts: EligibilityFacts): Eligibility {
  const reason = reasonOf(facts)
  const left =
    facts.register !== 'none' && facts.leftOn !== null && eligibilityReasons[reason].outcome === 'yes'
  return explain(left ? 'left-the-register' : reason)
}

function reasonOf(facts: EligibilityFacts): EligibilityReason {
  switch (facts.register) {
    case 'irs-bmf':
      return irsRules.find(([applies]) => applies(facts))?.[1] ?? 'public-charity'
    case 'uk':
      return 'registered-uk-charity'
    case 'none':
      return 'not-on-a-register'
  }
}

function explain(reason: EligibilityReason): Eligibility {
  return { ...eligibilityReasons[reason], reason }
}
