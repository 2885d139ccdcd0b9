/**
 * The life of a finding. `waiting`: one person says that both names are the same, and a second has to confirm it; `lifting`: one person asks
 * to lift what was confirmed; `gone`: a name or the entry changed before anybody decided.
 */
export const findingStates = ['open', 'waiting', 'confirmed', 'lifting', 'dismissed', 'gone'] as const
export type FindingState = (typeof findingStates)[number]

/** What a person does about a finding: from which state to which, and whether it takes another person than the step before. */
export const findingSteps = {
  dismiss: { from: 'open', to: 'dismissed', byAnother: false },
  propose: { from: 'open', to: 'waiting', byAnother: false },
  confirm: { from: 'waiting', to: 'confirmed', byAnother: true },
  decline: { from: 'waiting', to: 'open', byAnother: false },
  'ask-to-lift': { from: 'confirmed', to: 'lifting', byAnother: false },
  lift: { from: 'lifting', to: 'dismissed', byAnother: true },
  keep: { from: 'lifting', to: 'confirmed', byAnother: false },
  reopen: { from: 'dismissed', to: 'open', byAnother: false },
} as const satisfies Record<string, { from: FindingState; to: FindingState; byAnother: boolean }>
export type FindingStep = keyof typeof findingSteps

export const ownDecision = 'You took the step before, so someone else has to decide.'
export const approverDecision =
  'You approved a grant that depends on this finding, so someone else has to decide.'

/** Why payments may not leave, as sentences for staff who pay. */
export const stopSentences = {
  found: 'The charity or a person of the account resembles a name on a sanctions list. See Screening.',
  'own-decision':
    'The person who approves a grant cannot decide about a name on it as well. Someone else has to approve this grant.',
  'not-screened':
    'The names of the charity and the account have not been compared with the current sanctions lists.',
} as const
/** Why an application may not be accepted, as sentences for staff who review it. */
export const applicantSentences = {
  found: 'The name of an applicant resembles a name on a sanctions list. See Screening.',
  'own-decision':
    'The person who accepts an application cannot decide about a name on it as well. Someone else has to accept this application.',
  'not-screened': 'The names of the applicants have not been compared with the current sanctions lists.',
} as const satisfies Record<StopReason, string>
export const missingListSentence =
  'A sanctions list that this book has to be compared with was never imported. Nothing is paid until it is.'
export type StopReason = keyof typeof stopSentences
