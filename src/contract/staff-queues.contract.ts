import * as z from 'zod/mini'
import { keysOf } from '../domain/keys-of.ts'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'

/**
 * The queues of the sponsor's staff whose counts their navigation shows (§17). `action`: the permission that its list takes. `page`: the key
 * of the page that shows the count (src/web/routing/staff-pages.ts); a page with several queues shows their sum.
 */
export const staffQueues = {
  'to-approve': { action: 'SUPER_DASHBOARD_VIEW', page: 'to-approve' },
  'to-pay': { action: 'SUPER_DASHBOARD_VIEW', page: 'to-pay' },
  'relationship-requests': { action: 'SUPER_DASHBOARD_VIEW', page: 'requests' },
  'posting-requests': { action: 'SUPER_DASHBOARD_VIEW', page: 'requests' },
  applications: { action: ['APPLICATION_REVIEW', 'AUDIT_VIEW'], page: 'applications' },
  'rights-to-confirm': { action: 'USER_MANAGE', page: 'users' },
  'sets-to-confirm': { action: 'USER_MANAGE', page: 'users' },
  'access-to-confirm': { action: 'USER_MANAGE', page: 'users' },
  'steps-below-team': { action: 'USER_MANAGE', page: 'users' },
  'rights-to-review': { action: 'USER_MANAGE', page: 'users' },
  'fee-reductions': { action: 'SUPER_DASHBOARD_VIEW', page: 'postings' },
  'fee-terms-to-confirm': { action: ['SETTINGS_MANAGE', 'AUDIT_VIEW'], page: 'postings' },
  findings: { action: 'SANCTIONS_SCREEN', page: 'screening' },
  'register-changes': { action: 'SUPER_DASHBOARD_VIEW', page: 'register-changes' },
  'related-parties': { action: 'SANCTIONS_SCREEN', page: 'screening' },
  'charity-suggestions': { action: 'SUPER_DASHBOARD_VIEW', page: 'charities' },
  'vettings-to-confirm': { action: 'SUPER_DASHBOARD_VIEW', page: 'charities' },
  'vettings-to-renew': { action: 'SUPER_DASHBOARD_VIEW', page: 'charities' },
  'findings-to-report': { action: 'SANCTIONS_SCREEN', page: 'screening' },
  'cases-to-confirm': { action: 'SUPER_DASHBOARD_VIEW', page: 'cases' },
  'default-grants-to-confirm': { action: 'SUPER_DASHBOARD_VIEW', page: 'inactive-funds' },
  'reopenings-to-confirm': { action: ['PERIOD_CLOSE', 'AUDIT_VIEW'], page: 'month-end' },
  'waiting-statements': { action: ['PERIOD_CLOSE', 'AUDIT_VIEW'], page: 'month-end' },
  'book-checks': { action: 'AUDIT_VIEW', page: 'audit-log' },
  'thresholds-to-confirm': { action: ['SETTINGS_MANAGE', 'AUDIT_VIEW'], page: 'settings' },
  'change-notices': { action: 'SUPER_DASHBOARD_VIEW', page: 'payments' },
} as const satisfies Record<string, { action: Permission | readonly Permission[]; page: string }>
export type StaffQueue = keyof typeof staffQueues

export const staffQueueNames = keysOf(staffQueues)

export const countStaffQueues = endpoint({
  method: 'GET',
  path: '/api/staff-queues',
  summary: 'Counts what waits in each queue of the sponsor’s staff that the caller may see',
  access: ['SUPER_DASHBOARD_VIEW', 'APPLICATION_REVIEW', 'USER_MANAGE', 'SANCTIONS_SCREEN'],
  /** A queue that the caller may not see is absent. */
  reply: z.object({ data: z.partialRecord(z.enum(staffQueueNames), z.int()) }),
})
