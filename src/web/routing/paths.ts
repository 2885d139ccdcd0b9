import type { ContactTopic } from '../../contract/contact-topics.ts'
import type { DateRange, RangePreset } from '../../domain/dates.ts'

/** Keeps what is set, in the order given: an address says nothing that it need not. */
function withSearch(path: string, search: Record<string, string | undefined>): string {
  const set = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return set.length === 0 ? path : `${path}?${new URLSearchParams(set)}`
}

const part = encodeURIComponent

export type ActivityView = {
  range?: RangePreset | undefined
  dates?: DateRange | undefined
  open?: readonly number[]
}

export type CharityActivityView = {
  range?: RangePreset | undefined
  dates?: DateRange | undefined
  sort?: string | undefined
  /** How many rows; absent: the first ten. */
  rows?: '50' | 'all' | undefined
}

export type AuditView = {
  person?: string | undefined
  kind?: string | undefined
  dates?: DateRange | undefined
  address?: string | undefined
  /** The mark of the page; absent: the newest. */
  after?: string | undefined
}

export type ContentView = {
  keywords?: string | undefined
  kind?: string | undefined
  state?: string | undefined
  /** The mark of the page; absent: the first. */
  after?: string | undefined
}

export type FaqSearch = {
  q?: string | undefined
  topic?: string | undefined
  question?: string
}

/** Every address of the portal is made here (§2.1); paths.test.ts shows the whole map. */
export const paths = {
  home: () => '/',
  denied: () => '/403',
  /** The one screen that is open to whoever has to change their e-mail (§4). */
  changeEmail: () => '/my-profile/email',
  signIn: (returnTo?: string, provider?: string) => withSearch('/api/sign-in/start', { returnTo, provider }),
  fundActivity: (view: ActivityView = {}) =>
    withSearch('/fund-activity', {
      range: view.dates ? undefined : view.range,
      from: view.dates?.from,
      to: view.dates?.to,
      open: view.open?.length ? view.open.join(',') : undefined,
    }),
  charityActivity: (charityId: string, view: CharityActivityView = {}) =>
    withSearch(`/grant-activity/${part(charityId)}`, {
      range: view.dates ? undefined : view.range,
      from: view.dates?.from,
      to: view.dates?.to,
      sort: view.sort,
      view: view.rows,
    }),
  recommendGrant: (from: { charityId?: string; grantId?: string; step?: string } = {}) =>
    withSearch('/recommend-a-grant', { charity: from.charityId, grant: from.grantId, step: from.step }),
  grant: (grantId: string) => `/grants/${part(grantId)}`,
  superUserDashboard: (queue?: 'to-approve' | 'to-pay', view?: '50' | 'all') =>
    withSearch('/super-user-dashboard', { queue, view }),
  auditLog: (view: AuditView = {}) =>
    withSearch('/super-user-dashboard/audit', {
      person: view.person || undefined,
      kind: view.kind,
      from: view.dates?.from,
      to: view.dates?.to,
      address: view.address || undefined,
      after: view.after,
    }),
  givingSeason: (open: readonly ('contributions' | 'grants' | 'help')[] = []) =>
    withSearch('/year-end-deadlines', { open: open.length === 0 ? undefined : open.join(',') }),
  resources: (q?: string) => withSearch('/resources', { q }),
  /** `question`: the name of one question, which the page opens. */
  faq: ({ question, ...search }: FaqSearch = {}) =>
    `${withSearch('/faq', search)}${question === undefined ? '' : `#${part(question)}`}`,
  givingGuide: () => '/givingpoint',
  terms: () => '/terms',
  contact: (topic?: ContactTopic) => withSearch('/contact', { topic }),
  passwordSetup: () => '/password-setup',
  forgotUser: () => '/forgot-user',
  myProfile: () => '/my-profile',
  updatePassword: () => '/my-profile/password',
  reviewGrant: (grantId: string) => `/super-user-dashboard/grants/${part(grantId)}`,
  content: (view: ContentView = {}) =>
    withSearch('/content', {
      keywords: view.keywords || undefined,
      kind: view.kind,
      state: view.state,
      after: view.after,
    }),
  newContent: (kind?: string) => withSearch('/content/new', { kind }),
  contentFiles: (view: { keywords?: string; kind?: string | undefined } = {}) =>
    withSearch('/content/files', { keywords: view.keywords || undefined, kind: view.kind }),
  contentItem: (kind: string, name: string) => `/content/${part(kind)}/${part(name)}`,
  contentVersions: (kind: string, name: string, sides: { from?: string; to?: string } = {}) =>
    withSearch(`/content/${part(kind)}/${part(name)}/versions`, sides),
  /** A screen with the unpublished words of an item in their place, for its editors. */
  draftInPlace: (screen: string, kind: string, name: string) => {
    const [path, hash] = screen.split('#')
    return `${path}${path?.includes('?') ? '&' : '?'}draft=${part(kind)}.${part(name)}${hash === undefined ? '' : `#${hash}`}`
  },
} as const
