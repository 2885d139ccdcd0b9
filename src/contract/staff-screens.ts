import type { Permission } from './permissions.ts'

/** A list of the sponsor's staff. */
const staffScreen = <const A extends Permission | readonly Permission[] = 'SUPER_DASHBOARD_VIEW'>(
  title: string,
  // Without an argument A is its default, so the value fits.
  action: A = 'SUPER_DASHBOARD_VIEW' as A,
) => ({ title, access: { action }, hidesAccount: true, isOfStaff: true }) as const
const applicationScreen = (title: string) => staffScreen(title, ['APPLICATION_REVIEW', 'AUDIT_VIEW'])
const entryScreen = (title: string) => staffScreen(title, ['POSTING_CREATE', 'POSTING_REVERSE', 'AUDIT_VIEW'])
const screeningScreen = (title: string) => staffScreen(title, 'SANCTIONS_SCREEN')
const userScreen = (title: string) => staffScreen(title, ['USER_MANAGE', 'AUDIT_VIEW'])

/** The screens of the sponsor's staff, a part of the route table (screens.ts). */
export const staffScreens = {
  '/super-user-dashboard': {
    title: 'Super User Dashboard',
    access: { action: 'SUPER_DASHBOARD_VIEW' },
    hidesAccount: true,
    isOfStaff: true,
    promo: { to: 'signed-in' },
  },
  '/super-user-dashboard/grants': staffScreen('Super User Dashboard'),
  '/super-user-dashboard/grants/$grantId': { ...staffScreen('Review Grant'), about: 'grant' },
  '/super-user-dashboard/all-grants': staffScreen('Grants'),
  '/super-user-dashboard/charities': staffScreen('Charities'),
  '/super-user-dashboard/charities/$charityId': { ...staffScreen('Charity Profile'), about: 'charity' },
  '/super-user-dashboard/payments': staffScreen('Payments'),
  '/super-user-dashboard/payments/$runId': { ...staffScreen('Payment Run'), about: 'payment run' },
  '/super-user-dashboard/bank': staffScreen('Bank'),
  '/super-user-dashboard/bank/$account/$month': { ...staffScreen('Bank Account'), about: 'month' },
  '/super-user-dashboard/postings': staffScreen('Postings'),
  '/super-user-dashboard/postings/entries': entryScreen('Entries'),
  '/super-user-dashboard/postings/entries/$entryId': { ...entryScreen('Entry'), about: 'entry' },
  '/super-user-dashboard/postings/fees': staffScreen('Fees'),
  '/super-user-dashboard/postings/$batchId': { ...staffScreen('Batch'), about: 'batch' },
  '/super-user-dashboard/close': staffScreen('Month End', ['PERIOD_CLOSE', 'AUDIT_VIEW']),
  '/super-user-dashboard/year-end': staffScreen('Year End', ['REPORT_EXPORT', 'AUDIT_VIEW']),
  '/super-user-dashboard/requests': staffScreen('Requests'),
  '/super-user-dashboard/screening': screeningScreen('Screening'),
  '/super-user-dashboard/screening/$findingId': { ...screeningScreen('Finding'), about: 'finding' },
  '/super-user-dashboard/register-changes': staffScreen('Register Changes'),
  '/super-user-dashboard/register-changes/$changeId': { ...staffScreen('Register Change'), about: 'change' },
  '/super-user-dashboard/cases': staffScreen('Cases'),
  '/super-user-dashboard/cases/$caseId': { ...staffScreen('Case'), about: 'case' },
  '/super-user-dashboard/inactive-funds': staffScreen('Inactive Funds'),
  '/super-user-dashboard/inactive-funds/$accountId': { ...staffScreen('Inactive Fund'), about: 'fund' },
  '/super-user-dashboard/contributions': staffScreen('Contributions', ['DOCUMENT_MANAGE', 'AUDIT_VIEW']),
  '/super-user-dashboard/excluded-assets': staffScreen('Excluded Assets'),
  '/super-user-dashboard/staff-documents': staffScreen('Staff Documents'),
  '/super-user-dashboard/applications': applicationScreen('Applications'),
  '/super-user-dashboard/applications/$applicationId': {
    ...applicationScreen('Review Application'),
    about: 'application',
  },
  '/super-user-dashboard/audit': staffScreen('Audit Log', 'AUDIT_VIEW'),
  '/super-user-dashboard/messages': staffScreen('Sent E-mail'),
  '/super-user-dashboard/settings': staffScreen('Settings', ['SETTINGS_MANAGE', 'AUDIT_VIEW']),
  '/super-user-dashboard/users': userScreen('Users'),
  '/super-user-dashboard/users/sets': userScreen('Named Sets'),
  '/super-user-dashboard/users/$personId': { ...userScreen('User'), about: 'person' },
} as const
