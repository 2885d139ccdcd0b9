import { screenAddress as link, screenAddressWith as linkWith } from '../../contract/screen-address.ts'
import type { AuditView, EntriesParam, UsersView, YearEndParam } from './path-views.ts'

/** Builds the links of the sponsor’s staff, but those of Home, which are in paths.ts with everybody’s. */
export const staffPaths = {
  allGrants: (view: Record<string, string | undefined> = {}) =>
    link('/super-user-dashboard/all-grants', view),
  applications: (view: { state?: string; view?: '50' | 'all'; sort?: string } = {}) =>
    link('/super-user-dashboard/applications', { state: view.state, view: view.view, sort: view.sort }),
  reviewApplication: (applicationId: string) =>
    linkWith('/super-user-dashboard/applications/$applicationId', { applicationId }),
  requests: (view?: '50' | 'all', sort?: string) => link('/super-user-dashboard/requests', { view, sort }),
  staffContributions: (view: { state?: string; view?: '50' | 'all'; sort?: string } = {}) =>
    link('/super-user-dashboard/contributions', { state: view.state, view: view.view, sort: view.sort }),
  excludedAssets: (view: { show?: string; view?: '50' | 'all'; sort?: string } = {}) =>
    link('/super-user-dashboard/excluded-assets', { show: view.show, view: view.view, sort: view.sort }),
  settings: () => link('/super-user-dashboard/settings'),
  staffDocuments: () => link('/super-user-dashboard/staff-documents'),
  auditLog: (view: AuditView = {}) =>
    link('/super-user-dashboard/audit', {
      person: view.person || undefined,
      kind: view.kind,
      from: view.dates?.from,
      to: view.dates?.to,
      address: view.address || undefined,
      view: view.view,
      after: view.after,
    }),
  /** The portal's e-mails to people, by state. */
  mails: ({ state, view, sort }: { state?: 'waiting' | 'sent'; view?: '50' | 'all'; sort?: string } = {}) =>
    link('/super-user-dashboard/messages', { state, view, sort }),
  payments: (view?: 'cheques' | 'bank-files' | 'notices', file?: string) =>
    link('/super-user-dashboard/payments', { view, file }),
  postings: () => link('/super-user-dashboard/postings'),
  newPostingBatch: () => link('/super-user-dashboard/postings', { view: 'new' }),
  divideTotal: () => link('/super-user-dashboard/postings', { view: 'divide' }),
  fees: () => link('/super-user-dashboard/postings/fees'),
  /** `periodFrom`: the first day of the period that is charged. */
  feeRun: (schedule: string, periodFrom: string) =>
    link('/super-user-dashboard/postings/fees', { schedule, period: periodFrom }),
  /** The terms of a fee schedule. */
  feeTerms: (schedule: string) => link('/super-user-dashboard/postings/fees', { terms: schedule }),
  postingBatch: (batchId: string) => linkWith('/super-user-dashboard/postings/$batchId', { batchId }),
  journalEntries: (view: Partial<Record<EntriesParam, string | undefined>> = {}) =>
    link('/super-user-dashboard/postings/entries', view),
  journalEntry: (entryId: string) => linkWith('/super-user-dashboard/postings/entries/$entryId', { entryId }),
  bank: () => link('/super-user-dashboard/bank'),
  /** `month`: `2026-11`. */
  bankMonth: (account: string, month: string) =>
    linkWith('/super-user-dashboard/bank/$account/$month', { account, month }),
  monthEnd: (view: { show?: string; from?: string; to?: string } = {}) =>
    link('/super-user-dashboard/close', view),
  yearEnd: (view: Partial<Record<YearEndParam, string | undefined>> = {}) =>
    link('/super-user-dashboard/year-end', view),
  paymentRun: (runId: string) => linkWith('/super-user-dashboard/payments/$runId', { runId }),
  users: (shown: UsersView = {}) =>
    link('/super-user-dashboard/users', {
      keywords: shown.keywords || undefined,
      show: shown.show === 'staff' ? undefined : shown.show,
      view: shown.view === '10' ? undefined : shown.view,
      sort: shown.sort === 'name' ? undefined : shown.sort,
    }),
  namedSets: () => link('/super-user-dashboard/users/sets'),
  user: (personId: string) => linkWith('/super-user-dashboard/users/$personId', { personId }),
  screening: (view?: 'to-decide' | 'to-report' | 'confirmed' | 'decided', size?: '10' | '50' | 'all') =>
    link('/super-user-dashboard/screening', {
      view: view === 'to-decide' ? undefined : view,
      size: size === '10' ? undefined : size,
    }),
  finding: (findingId: string) => linkWith('/super-user-dashboard/screening/$findingId', { findingId }),
  registerChanges: (
    shown: { view?: 'to-decide' | 'decided'; kind?: string | undefined; size?: '10' | '50' | 'all' } = {},
  ) =>
    link('/super-user-dashboard/register-changes', {
      view: shown.view === 'to-decide' ? undefined : shown.view,
      kind: shown.kind,
      size: shown.size === '10' ? undefined : shown.size,
    }),
  registerChange: (changeId: string) =>
    linkWith('/super-user-dashboard/register-changes/$changeId', { changeId }),
  inactiveFunds: (
    shown: { view?: string; reason?: string | undefined; sort?: string; size?: '10' | '50' | 'all' } = {},
  ) =>
    link('/super-user-dashboard/inactive-funds', {
      view: shown.view === 'all' ? undefined : shown.view,
      reason: shown.reason,
      sort: shown.sort === 'lastGrant' ? undefined : shown.sort,
      size: shown.size === '10' ? undefined : shown.size,
    }),
  inactiveFund: (accountId: string) =>
    linkWith('/super-user-dashboard/inactive-funds/$accountId', { accountId }),
  estateCases: () => link('/super-user-dashboard/cases'),
  estateCase: (caseId: string) => linkWith('/super-user-dashboard/cases/$caseId', { caseId }),
  staffCharities: (view: { keywords?: string; view?: string } = {}) =>
    link('/super-user-dashboard/charities', {
      keywords: view.keywords || undefined,
      view: view.view,
    }),
  charityProfile: (charityId: string) =>
    linkWith('/super-user-dashboard/charities/$charityId', { charityId }),
  reviewGrant: (grantId: string) => linkWith('/super-user-dashboard/grants/$grantId', { grantId }),
} as const
