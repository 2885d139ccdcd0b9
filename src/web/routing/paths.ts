import type { ContactTopic } from '../../contract/contact-topics.ts'
import {
  screenAddress as link,
  screenAddressWith as linkWith,
  withSearch,
} from '../../contract/screen-address.ts'
import type {
  ActivityView,
  CharityActivityView,
  ContentView,
  ContributionsParam,
  FaqSearch,
  GrantsParam,
  QueueParam,
} from './path-views.ts'

const part = encodeURIComponent

/**
 * Builds the links of the portal (§2.1) from the table of screens; paths.test.ts shows the whole map. What only staff or editors follow is in
 * staff-paths.ts and content-paths.ts, which the first load does not fetch.
 */
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
  content: (view: ContentView = {}) =>
    link('/content', {
      keywords: view.keywords || undefined,
      kind: view.kind,
      state: view.state,
      view: view.view,
    }),
} as const
