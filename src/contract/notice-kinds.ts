import { keysOf } from '../domain/keys-of.ts'
import { localEnglish } from '../domain/local-english.ts'
/**
 * Who receives a notice about an account. `initiator`: the person who started what it is about, such as the person who recommended a
 * grant. `concerned`: the person whose role it is about. `donors-unless-initiator`: the account's donors, if the initiator is not one
 * of them.
 */
export type NoticeRole = 'initiator' | 'concerned' | 'donors' | 'donors-unless-initiator' | 'primary-advisor'

type NoticeKind = {
  /** What the notice says, for the profile and for staff. */
  label: string
  mayBeSwitchedOff: boolean
} & (
  | { about: 'account'; recipients: readonly NoticeRole[] }
  /** `person`: the person concerned. `support`: the client's staff. */
  | { about: 'person'; recipients: readonly ('person' | 'support')[] }
)

/** Notices to the donors of an account that they cannot switch off, and those that they can. */
const toDonors = { about: 'account', recipients: ['donors'], mayBeSwitchedOff: false } as const
const offeredToDonors = { ...toDonors, mayBeSwitchedOff: true } as const
/** What a person of the staff has to know. */
const toPerson = { about: 'person', recipients: ['person'], mayBeSwitchedOff: false } as const
const grantRecipients = ['initiator', 'donors-unless-initiator'] as const
const aboutGrant = { about: 'account', recipients: grantRecipients, mayBeSwitchedOff: false } as const

/**
 * Every kind of notice: who receives it, and whether people may switch it off. The feature that sends it writes its text. People
 * cannot switch off notices that ask them to act, protect them, or say that an instruction was not carried out. A kind that has been
 * sent keeps its name.
 */
export const noticeKinds = {
  'grant-received': {
    label: 'A grant recommendation was received',
    ...aboutGrant,
  },
  'grant-question': {
    label: 'A question about a grant',
    ...aboutGrant,
  },
  'grant-approved': {
    label: 'A grant was approved',
    about: 'account',
    recipients: grantRecipients,
    mayBeSwitchedOff: true,
  },
  'grant-paid': {
    label: 'A grant was paid',
    about: 'account',
    recipients: grantRecipients,
    mayBeSwitchedOff: true,
  },
  'grant-ended': {
    label: 'A grant was stopped, declined{,} or returned',
    ...aboutGrant,
  },
  'payment-letter': {
    label: 'The letter to a charity about a grant',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'scheduled-grant-not-made': {
    label: 'A scheduled grant was not recommended on its day',
    ...aboutGrant,
  },
  'schedule-certification-ends': {
    label: 'The certification of a scheduled grant ends soon',
    ...aboutGrant,
  },
  // It says that grants are under review again, and that schedules wait.
  'register-changed': {
    label: 'Charities of grants, lists{,} or plans changed on their register',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'charity-proposal-decided': {
    label: 'A suggested charity was accepted or declined',
    ...aboutGrant,
  },
  'people-changed': {
    label: 'A person on an account was added, removed{,} or given another role',
    about: 'account',
    recipients: ['concerned', 'donors'],
    mayBeSwitchedOff: false,
  },
  'person-updated': {
    label: 'Contact information of someone on an account was updated',
    about: 'account',
    recipients: ['concerned', 'donors'],
    mayBeSwitchedOff: false,
  },
  'people-change-requested': {
    label: 'A change to the people on an account was requested, declined{,} or withdrawn',
    ...toDonors,
  },
  'legacy-plan-changed': { label: 'The legacy plan of an account was changed', ...toDonors },
  'account-status-changed': { label: 'The status of an account changed', ...toDonors },
  'transfer-out': {
    label: 'A transfer to another fund was requested, withdrawn, made{,} or declined',
    ...toDonors,
  },
  'transfer-in': { label: 'A fund received a transfer from another one', ...toDonors },
  'document-prepared': {
    label: 'A document of a contribution is ready to sign',
    about: 'account',
    recipients: ['concerned', 'donors'],
    mayBeSwitchedOff: false,
  },
  'document-to-sign': {
    label: 'It is a person’s turn to sign a document',
    about: 'account',
    recipients: ['concerned'],
    mayBeSwitchedOff: false,
  },
  'document-signed': {
    label: 'Everyone has signed a document',
    about: 'account',
    recipients: ['concerned', 'donors', 'primary-advisor'],
    mayBeSwitchedOff: false,
  },
  'document-declined': {
    label: 'A person declined to sign a document',
    about: 'account',
    recipients: ['concerned', 'donors'],
    mayBeSwitchedOff: false,
  },
  'contribution-announced': {
    label: 'A contribution was announced',
    about: 'account',
    recipients: ['initiator', 'donors'],
    mayBeSwitchedOff: true,
  },
  'contribution-changed': {
    label: 'A contribution that was announced was changed',
    about: 'account',
    recipients: ['initiator', 'donors'],
    mayBeSwitchedOff: true,
  },
  // It may be on its way, or be cancelled by someone who should not have.
  'contribution-cancelled': {
    label: 'A contribution that was announced was cancelled',
    about: 'account',
    recipients: ['initiator', 'donors'],
    mayBeSwitchedOff: false,
  },
  'contribution-reminder': {
    label: 'A contribution that was announced has not arrived',
    ...offeredToDonors,
  },
  'contribution-received': { label: 'A contribution was received', ...offeredToDonors },
  'receipt-ready': { label: 'A receipt for a contribution is ready', ...offeredToDonors },
  'contribution-summary-ready': {
    label: 'The summary of a year’s contributions is ready',
    ...offeredToDonors,
  },
  'contribution-reversed': { label: 'A contribution was taken out of an account again', ...toDonors },
  'contribution-bounced': { label: 'A cheque for a contribution was not paid by the bank', ...toDonors },
  'document-withdrawn': { label: 'A document to sign was withdrawn', ...toDonors },
  'inactive-fund-letter': {
    label: 'A letter about a fund without recent grants',
    ...toDonors,
    recipients: ['donors', 'primary-advisor'],
  },
  'statement-ready': { label: 'A quarterly statement is ready', ...offeredToDonors },
  'application-to-sign': {
    label: 'An application for an account is ready to sign',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'successor-invited': {
    label: 'A successor is told of their share',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'application-progress': {
    label: 'An application for an account was signed, questioned, accepted{,} or declined',
    about: 'person',
    recipients: ['person', 'support'],
    mayBeSwitchedOff: false,
  },
  invitation: {
    label: 'An invitation to log in',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'advisor-granting-changed': {
    label: 'The primary advisor can recommend grants, or can no longer',
    about: 'account',
    recipients: ['donors', 'primary-advisor'],
    mayBeSwitchedOff: false,
  },
  'advisor-updated': {
    label: 'An advisor’s contact information was updated',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'password-link': {
    label: 'A link to set the password',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'password-changed': {
    label: 'The password was changed',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'user-ids': {
    label: 'The user IDs of an e-mail address',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'email-code': {
    label: 'A code to confirm an e-mail address',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'email-changed': {
    label: 'The e-mail address was changed',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'login-method-changed': {
    label: 'A login method was added or removed',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
  'right-review': {
    label: 'The quarterly review of rights has begun, ends soon{,} or has suspended rights',
    ...toPerson,
  },
  'due-diligence-ends': {
    label: 'Due diligence about charities ends soon',
    ...toPerson,
  },
  'book-check': {
    label: 'The nightly check of a book found differences',
    ...toPerson,
  },
  'close-awaited': {
    label: 'Statements wait until a month is closed',
    ...toPerson,
  },
  'ending-soon': {
    label: 'A certificate, a key{,} or a vetting ends soon',
    ...toPerson,
  },
  'access-suspended': {
    label: 'A member of staff was suspended',
    ...toPerson,
  },
  'contact-message': {
    label: 'A message to support',
    about: 'person',
    recipients: ['support'],
    mayBeSwitchedOff: false,
  },
  'contact-confirmation': {
    label: 'A message to support was received',
    about: 'person',
    recipients: ['person'],
    mayBeSwitchedOff: false,
  },
} as const satisfies Record<string, NoticeKind>

type NoticeKindName = keyof typeof noticeKinds
type NamesAbout<About> = {
  [Name in NoticeKindName]: (typeof noticeKinds)[Name] extends { about: About } ? Name : never
}[NoticeKindName]
export type AccountNoticeKind = NamesAbout<'account'>
export type PersonNoticeKind = NamesAbout<'person'>

const names = keysOf(noticeKinds)

/** The kinds that people may switch off. */
export const optionalNotices: readonly NoticeKindName[] = names.filter(
  name => noticeKinds[name].mayBeSwitchedOff,
)

/** The label of a stored kind, in the client's English; a kind of an earlier version is shown by its name. */
export function noticeLabel(kind: string, locale: string): string {
  const name = names.find(each => each === kind)
  if (name === undefined) return kind
  return localEnglish(noticeKinds[name].label, locale)
}
