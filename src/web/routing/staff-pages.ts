import { holdsOneOf, type Permission } from '../../contract/permissions.ts'
import { type StaffQueue, staffQueueNames, staffQueues } from '../../contract/staff-queues.contract.ts'
import { paths } from './paths.ts'
import { staffPaths } from './staff-paths.ts'

/** The groups of the staff's rail, in their order. */
export const staffGroups = ['Queues', 'Money', 'Charities', 'People', 'Records'] as const
export type StaffGroup = (typeof staffGroups)[number]

type StaffPage = {
  key: string
  group: StaffGroup
  title: string
  to: string
  /** Shown only to people with this permission, or one of these. */
  action?: Permission | readonly Permission[]
  /** Whether a count of 0 is left out. */
  hidesZero?: true
}

/** The pages of the dashboard (§17), in the order in which the staff's rail shows those of a group. */
export const staffPages = [
  { key: 'to-approve', group: 'Queues', title: 'To approve', to: paths.grantQueue('to-approve') },
  { key: 'to-pay', group: 'Queues', title: 'To pay', to: paths.grantQueue('to-pay') },
  { key: 'requests', group: 'Queues', title: 'Requests', to: staffPaths.requests() },
  {
    key: 'applications',
    group: 'Queues',
    title: 'Applications',
    to: staffPaths.applications(),
    action: ['APPLICATION_REVIEW', 'AUDIT_VIEW'],
  },
  { key: 'payments', group: 'Money', title: 'Payments', to: staffPaths.payments(), hidesZero: true },
  { key: 'postings', group: 'Money', title: 'Postings', to: staffPaths.postings(), hidesZero: true },
  { key: 'bank', group: 'Money', title: 'Bank', to: staffPaths.bank() },
  {
    key: 'month-end',
    group: 'Money',
    title: 'Month End',
    to: staffPaths.monthEnd(),
    action: ['PERIOD_CLOSE', 'AUDIT_VIEW'],
    hidesZero: true,
  },
  {
    key: 'year-end',
    group: 'Money',
    title: 'Year End',
    to: staffPaths.yearEnd(),
    action: ['REPORT_EXPORT', 'AUDIT_VIEW'],
  },
  {
    key: 'contributions',
    group: 'Money',
    title: 'Contributions',
    to: staffPaths.staffContributions(),
    action: ['DOCUMENT_MANAGE', 'AUDIT_VIEW'],
  },
  { key: 'excluded-assets', group: 'Money', title: 'Excluded Assets', to: staffPaths.excludedAssets() },
  { key: 'charities', group: 'Charities', title: 'Charities', to: staffPaths.staffCharities() },
  {
    key: 'screening',
    group: 'Charities',
    title: 'Screening',
    to: staffPaths.screening(),
    action: 'SANCTIONS_SCREEN',
    hidesZero: true,
  },
  {
    key: 'register-changes',
    group: 'Charities',
    title: 'Register Changes',
    to: staffPaths.registerChanges(),
    hidesZero: true,
  },
  { key: 'cases', group: 'People', title: 'Cases', to: staffPaths.estateCases(), hidesZero: true },
  {
    key: 'inactive-funds',
    group: 'People',
    title: 'Inactive Funds',
    to: staffPaths.inactiveFunds(),
    hidesZero: true,
  },
  {
    key: 'users',
    group: 'People',
    title: 'Users',
    to: staffPaths.users(),
    action: ['USER_MANAGE', 'AUDIT_VIEW'],
    hidesZero: true,
  },
  { key: 'all-grants', group: 'Records', title: 'Grants', to: staffPaths.allGrants() },
  {
    key: 'entries',
    group: 'Records',
    title: 'Entries',
    to: staffPaths.journalEntries(),
    action: ['POSTING_CREATE', 'POSTING_REVERSE', 'AUDIT_VIEW'],
  },
  {
    key: 'staff-documents',
    group: 'Records',
    title: 'Staff Documents',
    to: staffPaths.staffDocuments(),
    action: 'DOCUMENT_VIEW',
  },
  { key: 'messages', group: 'Records', title: 'Sent E-mail', to: staffPaths.mails() },
  {
    key: 'settings',
    group: 'Records',
    title: 'Settings',
    to: staffPaths.settings(),
    action: ['SETTINGS_MANAGE', 'AUDIT_VIEW'],
    hidesZero: true,
  },
  { key: 'audit-log', group: 'Records', title: 'Audit Log', to: staffPaths.auditLog(), action: 'AUDIT_VIEW' },
] as const satisfies readonly StaffPage[]
export type StaffPageKey = (typeof staffPages)[number]['key']

/** The page that shows the count of each queue: one of those above. */
const pagesOfQueues: Readonly<Record<StaffQueue, { page: StaffPageKey }>> = staffQueues

/** The title of a page of the dashboard, without its count. */
export const staffPageTitle = (key: StaffPageKey): string =>
  staffPages.find(page => page.key === key)?.title ?? ''

type ListedPage = { key: StaffPageKey; group: StaffGroup; title: string; to: string; count: number | null }

/**
 * The pages for a person with these permissions, with how much waits. The count is null where nothing is counted, and while one of the
 * page's queues is not known. `waiting`: by queue; undefined until it is loaded.
 */
export function staffPagesFor(
  actions: readonly Permission[],
  waiting: Partial<Record<StaffQueue, number>> | undefined,
): readonly ListedPage[] {
  // Each page has its own literal type; here they are read as one.
  return (staffPages satisfies readonly StaffPage[] as readonly (StaffPage & { key: StaffPageKey })[])
    .filter(({ action }) => action === undefined || holdsOneOf(actions, action))
    .map(page => ({ ...page, count: countOf(page, waiting) }))
}

function countOf(
  { key, hidesZero }: StaffPage,
  waiting: Partial<Record<StaffQueue, number>> = {},
): number | null {
  const queues = staffQueueNames.filter(queue => pagesOfQueues[queue].page === key)
  const counts = queues.map(queue => waiting[queue]).filter(count => count !== undefined)
  if (counts.length === 0 || counts.length < queues.length) return null
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 && hidesZero ? null : total
}

/**
 * The page to which an address belongs: itself, or what it leads to, such as a run. Both queues of grants have one path; a grant under
 * review is in neither.
 */
export function staffPageAt(
  path: string,
  queue: string | undefined,
): { key: StaffPageKey; isItself: boolean } | null {
  if (path === paths.superUserDashboard() || path === pathOf(paths.grantQueue()))
    return { key: queue === 'to-pay' ? 'to-pay' : 'to-approve', isItself: true }
  // Entries are under Postings, and have a page of their own.
  const [page] = staffPages
    .filter(({ key, to }) => !isQueue(key) && isUnder(path, pathOf(to)))
    .toSorted((one, other) => other.to.length - one.to.length)
  return page ? { key: page.key, isItself: path === pathOf(page.to) } : null
}

const isQueue = (key: StaffPageKey) => key === 'to-approve' || key === 'to-pay'
const pathOf = (to: string) => to.split('?')[0] ?? to
const isUnder = (path: string, page: string) => path === page || path.startsWith(`${page}/`)
