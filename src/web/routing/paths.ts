import type { ContactTopic } from '../../contract/contact-topics.ts'
import {
  screenAddress as link,
  screenAddressWith as linkWith,
  withSearch,
} from '../../contract/screen-address.ts'
import type {
  ActivityView,
  AuditView,
  CharityActivityView,
  ContentView,
  ContributionsParam,
  EntriesParam,
  FaqSearch,
  GrantsParam,
  QueueParam,
  UsersView,
  YearEndParam,
} from './path-views.ts'

const part = encodeURIComponent

/** Builds every link of the portal (§2.1) from the table of screens; paths.test.ts shows the whole map. */
export const paths = {
  home: () => link('/'),
  denied: () => link('/403'),
  /** The only screen that is open during a forced change of e-mail (§4). */
  changeEmail: () => link('/my-profile/email'),
  signIn: (returnTo?: string, provider?: string) => withSearch('/api/sign-in/start', { returnTo, provider }),
  fundActivity: (view: ActivityView = {}) =>
    link('/fund-activity', {
      range: view.dates ? undefined : view.range,
      from: view.dates?.from,
      to: view.dates?.to,
      open: view.open?.length ? view.open.join(',') : undefined,
    }),
  charityActivity: (charityId: string, view: CharityActivityView = {}) =>
    linkWith(
      '/grant-activity/$charityId',
      { charityId },
      {
        range: view.dates ? undefined : view.range,
        from: view.dates?.from,
        to: view.dates?.to,
        sort: view.sort,
        view: view.rows,
      },
    ),
  recommendGrant: (from: { charityId?: string; grantId?: string; draftId?: string; step?: string } = {}) =>
    link('/recommend-a-grant', {
      charity: from.charityId,
      grant: from.grantId,
      draft: from.draftId,
      step: from.step,
    }),
  /** `show`: the tab of the page; absent: the first. */
  account: (show?: string) => link('/account', { show }),
  relationship: (relationshipId: string) => linkWith('/relationships/$relationshipId', { relationshipId }),
  updateAccount: () => link('/update-account'),
  legacyPlan: () => link('/update-account/legacy-plan'),
  /** The view of the advisor's dashboard; what is absent is as at first. */
  advisorDashboard: (
    view: Partial<
      Record<'keywords' | 'household' | 'status' | 'waiting' | 'sort' | 'columns' | 'view' | 'show', string>
    > = {},
  ) =>
    link('/financial-advisor-dashboard', {
      keywords: view.keywords || undefined,
      household: view.household,
      status: view.status,
      waiting: view.waiting,
      sort: view.sort,
      columns: view.columns,
      view: view.view,
      show: view.show,
    }),
  /** Over the accounts that the dashboard shows with this filter. */
  activityReport: (
    view: Partial<Record<'from' | 'to' | 'keywords' | 'household' | 'status' | 'waiting', string>> = {},
  ) =>
    link('/financial-advisor-dashboard/report', {
      from: view.from,
      to: view.to,
      keywords: view.keywords || undefined,
      household: view.household,
      status: view.status,
      waiting: view.waiting,
    }),
  accountOpening: () => link('/new-account-opening'),
  /** A step of an application; `fundId` is never part of it, since there is no account yet. */
  applicationStep: (step: string, applicationId: string) =>
    linkWith('/new-account-opening/$step', { step }, { application: applicationId }),
  /** The view of all grants; what is absent is as at first. */
  grants: (view: Partial<Record<GrantsParam, string | undefined>> = {}) => link('/grants', view),
  grantSchedules: () => link('/grants/schedules'),
  grantSchedule: (scheduleId: string) => linkWith('/grants/schedules/$scheduleId', { scheduleId }),
  grantBasket: (basketId: string) => linkWith('/grants/baskets/$basketId', { basketId }),
  grantUpload: () => link('/grants/upload'),
  charityList: (sort?: string) => link('/charity-list', { sort }),
  proposeCharity: () => link('/charity-list/propose'),
  contributions: (view: Partial<Record<ContributionsParam, string | undefined>> = {}) =>
    link('/contributions', view),
  /** `change`: the number of the announced contribution that is changed. */
  contribute: (view: { way?: string | undefined; change?: string | undefined } = {}) =>
    link('/contributions/contribute', view),
  accountDocuments: (type?: string) => link('/account-documents', { type }),
  /** `signing`: the transaction of the document that the person went to sign. */
  pendingDocuments: (view: { signing?: number; view?: '50' | 'all'; sort?: string } = {}) =>
    link('/sign-pending-document', {
      signing: view.signing?.toString(),
      view: view.view,
      sort: view.sort,
    }),
  sign: (envelopeId: string, returnTo?: string) =>
    linkWith('/sign/$envelopeId', { envelopeId }, { returnTo }),
  grant: (grantId: string) => linkWith('/grants/$grantId', { grantId }),
  superUserDashboard: () => link('/super-user-dashboard'),
  grantQueue: (
    queue?: 'to-approve' | 'to-pay',
    view?: '50' | 'all',
    filter: Partial<Record<QueueParam, string | undefined>> = {},
  ) => link('/super-user-dashboard/grants', { queue, view, ...filter }),
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
  givingSeason: (open: readonly ('contributions' | 'grants' | 'help')[] = []) =>
    link('/year-end-deadlines', { open: open.length === 0 ? undefined : open.join(',') }),
  resources: (q?: string) => link('/resources', { q }),
  /** `question`: the name of the question that the page opens. */
  faq: ({ question, ...search }: FaqSearch = {}) =>
    `${link('/faq', search)}${question === undefined ? '' : `#${part(question)}`}`,
  givingGuide: () => link('/givingpoint'),
  terms: () => link('/terms'),
  contact: (topic?: ContactTopic) => link('/contact', { topic }),
  passwordSetup: () => link('/password-setup'),
  forgotUser: () => link('/forgot-user'),
  myProfile: () => link('/my-profile'),
  profileNotices: () => link('/my-profile/notices'),
  profileSecurity: () => link('/my-profile/security'),
  ownAccounts: () => link('/my-profile/accounts'),
  updatePassword: () => link('/my-profile/password'),
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
  content: (view: ContentView = {}) =>
    link('/content', {
      keywords: view.keywords || undefined,
      kind: view.kind,
      state: view.state,
      view: view.view,
    }),
  newContent: (kind?: string) => link('/content/new', { kind }),
  contentFiles: (view: { keywords?: string; kind?: string | undefined } = {}) =>
    link('/content/files', { keywords: view.keywords || undefined, kind: view.kind }),
  contentItem: (kind: string, name: string) => linkWith('/content/$kind/$name', { kind, name }),
  contentVersions: (kind: string, name: string, sides: { from?: string; to?: string } = {}) =>
    linkWith('/content/$kind/$name/versions', { kind, name }, sides),
  /** A screen that shows an item's unpublished text in place, for its editors. */
  draftInPlace: (screen: string, kind: string, name: string) => {
    const [path, hash] = screen.split('#')
    return `${path}${path?.includes('?') ? '&' : '?'}draft=${part(kind)}.${part(name)}${hash === undefined ? '' : `#${hash}`}`
  },
} as const
