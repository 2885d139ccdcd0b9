import type { Permission } from '../../contract/permissions.ts'
import { type StaffQueue, staffQueueNames, staffQueues } from '../../contract/staff-queues.contract.ts'
import { paths } from './paths.ts'

type StaffPage = {
  key: string
  title: string
  to: string
  /** Shown only to people with this permission. */
  action?: Permission
  /** Whether a count of 0 is left out. */
  hidesZero?: true
}

/** The pages of the dashboard (§17), in the order in which staff's navigation shows them. */
export const staffPages = [
  { key: 'to-approve', title: 'To approve', to: paths.grantQueue('to-approve') },
  { key: 'to-pay', title: 'To pay', to: paths.grantQueue('to-pay') },
  {
    key: 'requests',
    title: 'Requests',
    to: paths.requests(),
  },
  {
    key: 'applications',
    title: 'Applications',
    to: paths.applications(),
    action: 'APPLICATION_REVIEW',
  },
  { key: 'documents', title: 'Documents', to: paths.contributionDocuments(), action: 'DOCUMENT_MANAGE' },
  {
    key: 'staff-documents',
    title: 'Staff Documents',
    to: paths.staffDocuments(),
    action: 'DOCUMENT_VIEW',
  },
  {
    key: 'payments',
    title: 'Payments',
    to: paths.payments(),
    hidesZero: true,
  },
  { key: 'charities', title: 'Charities', to: paths.staffCharities() },
  { key: 'cases', title: 'Cases', to: paths.estateCases() },
  { key: 'messages', title: 'Messages', to: paths.mails() },
  { key: 'audit-log', title: 'Audit Log', to: paths.auditLog(), action: 'AUDIT_VIEW' },
] as const satisfies readonly StaffPage[]
export type StaffPageKey = (typeof staffPages)[number]['key']

/** The page that shows the count of each queue: one of those above. */
const pagesOfQueues: Readonly<Record<StaffQueue, { page: StaffPageKey }>> = staffQueues

/** The title of a page of the dashboard, without its count. */
export const staffPageTitle = (key: StaffPageKey): string =>
  staffPages.find(page => page.key === key)?.title ?? ''

/**
 * The pages for a person with these permissions, with how much waits: `Requests (3)`. Without a count while one of its queues is not
 * known. `waiting`: by queue; undefined until it is loaded.
 */
export function staffPagesFor(
  actions: readonly Permission[],
  waiting: Partial<Record<StaffQueue, number>> | undefined,
): readonly { key: StaffPageKey; title: string; to: string }[] {
  // Each page has its own literal type; here they are read as one.
  return (staffPages satisfies readonly StaffPage[] as readonly (StaffPage & { key: StaffPageKey })[])
    .filter(({ action }) => action === undefined || actions.includes(action))
    .map(page => ({ key: page.key, title: titleWithCount(page, waiting), to: page.to }))
}

function titleWithCount(
  { key, title, hidesZero }: StaffPage,
  waiting: Partial<Record<StaffQueue, number>> = {},
): string {
  const queues = staffQueueNames.filter(queue => pagesOfQueues[queue].page === key)
  const counts = queues.map(queue => waiting[queue]).filter(count => count !== undefined)
  if (counts.length === 0 || counts.length < queues.length) return title
  const total = counts.reduce((sum, count) => sum + count, 0)
  return total === 0 && hidesZero ? title : `${title} (${total})`
}
