import { describe, expect, test } from 'vitest'
import { type Permission, permissions } from '../../contract/permissions.ts'
import { staffPageAt, staffPagesFor } from './staff-pages.ts'

const titlesOf = (...about: Parameters<typeof staffPagesFor>) =>
  staffPagesFor(...about).map(({ title, count }) => (count === null ? title : `${title} (${count})`))
const counts = {
  'to-approve': 4,
  'to-pay': 0,
  'relationship-requests': 2,
  'posting-requests': 1,
  applications: 3,
  'rights-to-confirm': 1,
  'rights-to-review': 2,
  'sets-to-confirm': 0,
  'access-to-confirm': 0,
  'steps-below-team': 0,
  'change-notices': 5,
  'thresholds-to-confirm': 1,
}

describe('the pages of the dashboard (§17)', () => {
  test('show how much waits on each, and requests of both kinds as one number', () => {
    expect(titlesOf(permissions, counts)).toEqual([
      'To approve (4)',
      'To pay (0)',
      'Requests (3)',
      'Applications (3)',
      'Payments (5)',
      'Postings',
      'Bank',
      'Month End',
      'Year End',
      'Contributions',
      'Excluded Assets',
      'Charities',
      'Screening',
      'Register Changes',
      'Cases',
      'Inactive Funds',
      'Users (3)',
      'Grants',
      'Entries',
      'Staff Documents',
      'Sent E-mail',
      'Settings (1)',
      'Audit Log',
    ])
  })

  test('show no number on Payments if no notice of change waits', () => {
    expect(titlesOf(permissions, { ...counts, 'change-notices': 0 })).toContain('Payments')
  })

  test('show no number before the counts are loaded, nor where one of them is unknown', () => {
    expect(titlesOf(permissions, undefined).join()).not.toContain('(')
    expect(titlesOf(permissions, { 'posting-requests': 1 })).toContain('Requests')
  })

  test.each([
    ['/super-user-dashboard', undefined, 'to-approve', true],
    ['/super-user-dashboard/grants', 'to-approve', 'to-approve', true],
    ['/super-user-dashboard/grants', 'to-pay', 'to-pay', true],
    ['/super-user-dashboard/payments', undefined, 'payments', true],
    ['/super-user-dashboard/payments/0198', undefined, 'payments', false],
    ['/super-user-dashboard/postings/0198', undefined, 'postings', false],
    ['/super-user-dashboard/postings/entries', undefined, 'entries', true],
    ['/super-user-dashboard/postings/entries/0198', undefined, 'entries', false],
    ['/super-user-dashboard/applications/0198', undefined, 'applications', false],
  ])('%s with the queue %s is under %s', (path, queue, key, isItself) => {
    expect(staffPageAt(path, queue)).toEqual({ key, isItself })
  })

  test('leave open to which queue a grant under review belongs', () => {
    expect(staffPageAt('/super-user-dashboard/grants/0198', undefined)).toBeNull()
    expect(staffPageAt('/super-user-dashboard/staff', undefined)).toBeNull()
  })

  test.each([
    ['Applications', ['APPLICATION_REVIEW', 'AUDIT_VIEW']],
    ['Contributions', ['DOCUMENT_MANAGE', 'AUDIT_VIEW']],
    ['Staff Documents', ['DOCUMENT_VIEW']],
    ['Audit Log', ['AUDIT_VIEW']],
    ['Settings', ['SETTINGS_MANAGE', 'AUDIT_VIEW']],
    ['Entries', ['POSTING_CREATE', 'POSTING_REVERSE', 'AUDIT_VIEW']],
    ['Users', ['USER_MANAGE', 'AUDIT_VIEW']],
  ] as const satisfies readonly (readonly [string, readonly Permission[]])[])(
    'omit %s without any of %s',
    (title, actions) => {
      expect(titlesOf(permissions, undefined)).toContain(title)
      expect(
        titlesOf(
          permissions.filter(each => !(actions as readonly Permission[]).includes(each)),
          undefined,
        ),
      ).not.toContain(title)
    },
  )
})
