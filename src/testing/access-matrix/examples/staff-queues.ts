import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { type Example, example } from './example.ts'

export const staffQueuesExamples: readonly Example[] = [
  example(countStaffQueues, {
    needs: ['SUPER_DASHBOARD_VIEW', 'APPLICATION_REVIEW', 'USER_MANAGE', 'SANCTIONS_SCREEN'],
    sent: () => ({}),
    contains: () => 'to-approve',
  }),
]
