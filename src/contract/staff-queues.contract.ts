import * as z from 'zod/mini'
import { keysOf } from '../domain/keys-of.ts'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/** The queues of the sponsor's staff whose counts their navigation shows, each with the permission that its list takes (§17). */
export const staffQueues = {
  'to-approve': 'SUPER_DASHBOARD_VIEW',
  'to-pay': 'SUPER_DASHBOARD_VIEW',
  'relationship-requests': 'SUPER_DASHBOARD_VIEW',
  'posting-requests': 'SUPER_DASHBOARD_VIEW',
  applications: 'APPLICATION_REVIEW',
  'change-notices': 'SUPER_DASHBOARD_VIEW',
} as const satisfies Record<string, Permission>
export type StaffQueue = keyof typeof staffQueues

export const staffQueueNames = keysOf(staffQueues)

export const countStaffQueues = endpoint({
  method: 'GET',
  path: '/api/staff-queues',
  summary: 'Counts what waits in each queue of the sponsor’s staff that the caller may see',
  access: ['SUPER_DASHBOARD_VIEW', 'APPLICATION_REVIEW'],
  /** A queue that the caller may not see is absent. */
  reply: z.object({ data: z.partialRecord(z.enum(staffQueueNames), z.int()) }),
})
