import { useQuery } from '@tanstack/react-query'
import { query } from '../../web/api/query.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { SubNavigation } from '../../web/ui/navigation/SubNavigation.tsx'
import { listRelationshipRequests } from '../account-details/relationship-requests.contract.ts'
import { listApplicationQueue } from '../account-opening/review.contract.ts'
import type { QueueName } from '../grants/domain/grant-status.ts'
import { queues } from '../grants/review/queues.ts'
import { listGrantQueue } from '../grants/review/staff-grants.contract.ts'
import { listChangeNotices } from '../payments/change-notices.contract.ts'
import { listPostingRequests } from '../posting-requests/posting-requests.contract.ts'

/** How often the counts of grants are read again. */
const refreshEveryMs = 30_000

/** The pages of the dashboard (§17): the queues with their counts, the messages, and the audit log for those who may see it. */
export function DashboardNavigation({
  current,
}: {
  current:
    | QueueName
    | 'charities'
    | 'payments'
    | 'cases'
    | 'requests'
    | 'applications'
    | 'documents'
    | 'staff-documents'
    | 'messages'
    | 'audit-log'
}) {
  const toApprove = useQuery({
    ...query(listGrantQueue, { query: { queue: 'to-approve', first: 1 } }),
    refetchInterval: refreshEveryMs,
  })
  const toPay = useQuery({
    ...query(listGrantQueue, { query: { queue: 'to-pay', first: 1 } }),
    refetchInterval: refreshEveryMs,
  })
  const requests = useQuery(query(listRelationshipRequests, { query: { first: 1 } }))
  const postings = useQuery({ ...query(listPostingRequests, {}), refetchInterval: refreshEveryMs })
  const notices = useQuery({
    ...query(listChangeNotices, { query: { first: 1 } }),
    refetchInterval: refreshEveryMs,
  })
  const reviewsApplications = useCan('APPLICATION_REVIEW')
  const applications = useQuery({
    ...query(listApplicationQueue, { query: { first: 1 } }),
    enabled: reviewsApplications,
  })
  const managesDocuments = useCan('DOCUMENT_MANAGE')
  const readsDocuments = useCan('DOCUMENT_VIEW')
  const seesAudit = useCan('AUDIT_VIEW')
  const counts = { 'to-approve': toApprove.data?.meta.total, 'to-pay': toPay.data?.meta.total }
  const waiting =
    requests.data && postings.data ? requests.data.meta.total + postings.data.meta.total : undefined
  const grantPages = (['to-approve', 'to-pay'] as const).map(name => ({
    title: counts[name] === undefined ? queues[name].title : `${queues[name].title} (${counts[name]})`,
    to: paths.grantQueue(name),
    isCurrent: name === current,
  }))
  const pages = [
    ...grantPages,
    {
      title: waiting === undefined ? 'Requests' : `Requests (${waiting})`,
      to: paths.requests(),
      isCurrent: current === 'requests',
    },
  ]
  const applicationsToReview = applications.data?.meta.total
  const applicationPages = {
    title: applicationsToReview === undefined ? 'Applications' : `Applications (${applicationsToReview})`,
    to: paths.applications(),
    isCurrent: current === 'applications',
  }
  const documents = {
    title: 'Documents',
    to: paths.contributionDocuments(),
    isCurrent: current === 'documents',
  }
  const staffDocuments = {
    title: 'Staff Documents',
    to: paths.staffDocuments(),
    isCurrent: current === 'staff-documents',
  }
  const openNotices = notices.data?.meta.open ?? 0
  const payments = {
    title: openNotices === 0 ? 'Payments' : `Payments (${openNotices})`,
    to: paths.payments(),
    isCurrent: current === 'payments',
  }
  const charities = { title: 'Charities', to: paths.staffCharities(), isCurrent: current === 'charities' }
  const cases = { title: 'Cases', to: paths.estateCases(), isCurrent: current === 'cases' }
  const messages = { title: 'Messages', to: paths.mails(), isCurrent: current === 'messages' }
  const audit = { title: 'Audit Log', to: paths.auditLog(), isCurrent: current === 'audit-log' }
  return (
    <SubNavigation
      label="Super User Dashboard"
      pages={[
        ...pages,
        ...(reviewsApplications ? [applicationPages] : []),
        ...(managesDocuments ? [documents] : []),
        ...(readsDocuments ? [staffDocuments] : []),
        payments,
        charities,
        cases,
        messages,
        ...(seesAudit ? [audit] : []),
      ]}
    />
  )
}
