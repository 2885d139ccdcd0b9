import type { noticeKinds } from '../../contract/notice-kinds.ts'
import type { ScreenPath } from '../../contract/screens.ts'

type Kind = keyof typeof noticeKinds
export type Reader =
  | 'donor'
  | 'joint donor'
  | 'advisor'
  | 'viewer'
  | 'donor without a login'
  | 'support'
  | 'staff'
  | 'applicant without a login'
  | 'invited person'
  | 'successor'
/** `-`: the mail names no address. */
export type Leads = '-' | ScreenPath

const donors = (screen: Leads) =>
  ({ donor: [screen], 'joint donor': [screen], 'donor without a login': ['-'] }) as const
const all = (screen: Leads) => ({ ...donors(screen), advisor: [screen] }) as const

/** Where each kind of mail leads each of its readers. A text: why the kind leads nowhere. */
export const mailedScreens: Record<Kind, Partial<Record<Reader, readonly Leads[]>> | string> = {
  'grant-received': { ...all('/grants/$grantId'), donor: ['/grants', '/grants/$grantId'] },
  'grant-question': all('/grants/$grantId'),
  'grant-approved': all('/grants/$grantId'),
  'grant-paid': all('/grants/$grantId'),
  'grant-ended': all('/grants/$grantId'),
  'payment-letter': 'Charities have no login.',
  'scheduled-grant-not-made': all('/grants/schedules/$scheduleId'),
  'schedule-certification-ends': all('/grants/schedules/$scheduleId'),
  'register-changed': all('/'),
  'charity-proposal-decided': all('/charity-list'),
  'people-changed': {
    ...donors('/account'),
    viewer: ['/my-profile/accounts'],
    'invited person': ['/my-profile/accounts'],
  },
  'person-updated': { ...donors('/account'), viewer: ['/my-profile'] },
  'people-change-requested': donors('/account'),
  'legacy-plan-changed': donors('/account'),
  'account-status-changed': donors('/account'),
  'transfer-out': donors('/account'),
  'transfer-in': donors('/fund-activity'),
  'document-prepared': { donor: ['/sign/$envelopeId'], 'joint donor': ['/sign-pending-document'] },
  'document-to-sign': { 'joint donor': ['/sign/$envelopeId'], support: ['/sign/$envelopeId'] },
  'document-signed': {
    donor: ['/account-documents'],
    'joint donor': ['/account-documents'],
    advisor: ['/account-documents'],
    support: ['/super-user-dashboard/contributions'],
  },
  'document-declined': {
    donor: ['-'],
    'joint donor': ['-'],
    support: ['/super-user-dashboard/contributions'],
  },
  'contribution-announced': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-changed': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-cancelled': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-reminder': { donor: ['/contributions'], 'joint donor': ['/contributions'] },
  'contribution-received': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-bounced': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-reversed': { donor: ['/fund-activity'], 'joint donor': ['/fund-activity'] },
  'contribution-summary-ready': { donor: ['/account-documents'], 'joint donor': ['/account-documents'] },
  'receipt-ready': { donor: ['/account-documents'], 'joint donor': ['/account-documents'] },
  'document-withdrawn': { donor: ['-'], 'joint donor': ['-'] },
  'inactive-fund-letter': all('/account-documents'),
  'statement-ready': donors('/account-documents'),
  'application-to-sign': {
    'joint donor': ['/new-account-opening/$step'],
    'applicant without a login': ['/new-account-opening/confirm'],
  },
  'successor-invited': { successor: ['/successor'] },
  'application-progress': {
    advisor: ['-', '/new-account-opening/$step'],
    'joint donor': ['-'],
    'applicant without a login': ['-'],
    support: ['/super-user-dashboard/applications/$applicationId'],
  },
  invitation: { 'invited person': ['/password-setup'] },
  'advisor-granting-changed': all('/account'),
  'advisor-updated': { advisor: ['/my-profile'] },
  'password-link': { donor: ['/password-setup'] },
  'password-changed': 'It asks the person to call.',
  'user-ids': 'The person may not be logged in.',
  'email-code': 'The person enters the code where they asked for it.',
  'email-changed': 'It asks the person to call.',
  'login-method-changed': 'It asks the person to call.',
  'right-review': { staff: ['/super-user-dashboard/users'] },
  'due-diligence-ends': { staff: ['/super-user-dashboard/charities'] },
  'book-check': { staff: ['/super-user-dashboard/audit'] },
  'close-awaited': { staff: ['/super-user-dashboard/close'] },
  'ending-soon': { staff: ['/super-user-dashboard/settings'] },
  'access-suspended': { staff: ['/super-user-dashboard/users/$personId'] },
  'contact-message': 'Support answers by e-mail.',
  'contact-confirmation': 'Support answers by e-mail.',
}
