import { keysOf } from '../../../domain/keys-of.ts'

/** Why a fund needs attention. */
export const attentionReasons = {
  'no-grant': 'No recent grant',
  'small-balance': 'Small balance',
  'no-successors': 'No successors',
  'no-address': 'No address',
  'bounced-mail': 'E-mail not delivered',
} as const
export type AttentionReason = keyof typeof attentionReasons
export const attentionReasonNames = keysOf(attentionReasons)

/** What staff did about a fund. */
export const stepKinds = {
  letter: 'Letter sent',
  call: 'Called',
  answer: 'Answered',
  note: 'Note',
} as const
export type StepKind = keyof typeof stepKinds
export const stepKindNames = keysOf(stepKinds)
/** Those that people record; a letter is recorded when it is written. */
export const recordedStepKinds = ['call', 'answer', 'note'] as const satisfies readonly StepKind[]

/** Which funds of the list are shown. */
export const fundViews = {
  all: 'All',
  untouched: 'Nothing done yet',
  'term-over': 'Term over',
  'to-confirm': 'To confirm',
} as const
export type FundView = keyof typeof fundViews
export const fundViewNames = keysOf(fundViews)
