import { localEnglish } from '../../../domain/local-english.ts'
import type { StatusSign } from '../../../domain/status-sign.ts'
/** §17: the states of an application for a fund account. */
export const applicationStates = [
  'draft',
  'signing',
  'submitted',
  'asked',
  'accepted',
  'declined',
  'withdrawn',
] as const
export type ApplicationState = (typeof applicationStates)[number]

export const stateLabels = {
  draft: 'Draft',
  signing: 'Waiting for signatures',
  submitted: 'Under review',
  asked: 'We have a question',
  accepted: 'Accepted',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
} as const satisfies Record<ApplicationState, string>

/** The states as the sponsor's staff read them. */
export const staffStateLabels = {
  ...stateLabels,
  asked: 'Waiting for the applicant’s answer',
} as const satisfies Record<ApplicationState, string>

/** The sign of each state, as staff see it. */
export const stateSigns = {
  draft: 'in-progress',
  signing: 'in-progress',
  submitted: 'waiting',
  asked: 'in-progress',
  accepted: 'done',
  declined: 'refused',
  withdrawn: 'ended',
} as const satisfies Record<ApplicationState, StatusSign>

/** The sign of each state, as the applicant sees it: a draft and a question wait for them. */
export const donorSigns = {
  ...stateSigns,
  draft: 'waiting',
  submitted: 'in-progress',
  asked: 'waiting',
} as const satisfies Record<ApplicationState, StatusSign>

/** What happens next, in the applicant's words. */
export const nextSentences = {
  draft: 'Fill in what is missing, then send it to be signed.',
  signing: 'Each donor signs the application. We review it once everyone has signed.',
  submitted: 'We are reviewing the application and will e-mail you.',
  asked: 'Please answer our question so that we can continue.',
  accepted:
    'The account exists. It opens once its contribution document is signed and the first contribution has arrived.',
  declined: 'We could not accept this application.',
  withdrawn: 'This application was withdrawn. You don’t need to do anything.',
} as const satisfies Record<ApplicationState, string>

/** The relation of the person who starts an application to it. All but donors only prepare it and never sign. */
export const startedAs = ['donor', 'advisor', 'banker', 'staff'] as const
export type StartedAs = (typeof startedAs)[number]

/** The steps that are filled in, in their order; each is a part of the draft. */
export const draftSteps = ['account', 'donors', 'advisor', 'successors', 'contribution'] as const
export type DraftStep = (typeof draftSteps)[number]

/** The steps by the names in their addresses (§17). */
export const steps = [...draftSteps, 'review', 'sign'] as const
export type Step = (typeof steps)[number]

/** `advisor` is the client's word for it (§17). */
export const stepTitles = {
  account: 'Account',
  donors: 'Donors',
  advisor: 'Advisor',
  successors: 'Successors',
  contribution: 'First contribution',
  review: 'Review',
  sign: 'Sign',
} as const satisfies Record<Step, string>

export const accountTypes = ['individual', 'joint', 'organization'] as const
export type AccountType = (typeof accountTypes)[number]

/** Each type as people choose it, and as the account has it (§3). */
export const accountTypeLabels = {
  individual: { text: 'Individual', accountType: 'Individual' },
  joint: { text: 'Joint', accountType: 'Joint' },
  organization: { text: 'Organization', accountType: 'Organization' },
} as const satisfies Record<AccountType, { text: string; accountType: string }>

/** The type as people read it, in the client's English. */
export const accountTypeText = (type: AccountType, locale: string): string =>
  localEnglish(accountTypeLabels[type].text, locale)

export const maxDonors = 6
export const maxDocuments = 50
/** How long an application is stored, counted from its last change (§17). */
export const draftRetentionDays = 90
export const declinedRetentionYears = 2
/** How long the link works by which a donor without a login signs. A new one can be sent. */
export const linkDays = 14
export const maxLinks = 10

/** Whether its donors can still sign it. */
export const acceptsSignatures = (state: ApplicationState): boolean => state === 'signing'

/** Whether it can return to draft. After that, all signers sign again. */
export const mayReturnToDraft = (state: ApplicationState): boolean =>
  state === 'signing' || state === 'submitted' || state === 'asked'

export const mayWithdraw = (state: ApplicationState): boolean => state === 'draft' || mayReturnToDraft(state)
