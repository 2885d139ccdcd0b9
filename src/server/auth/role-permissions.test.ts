import { describe, expect, test } from 'vitest'
import { permissions } from '../../contract/permissions.ts'
import { type AccountRole, accountRoles } from '../../domain/account-roles.ts'
import { type RealmRole, realmRoles } from '../../domain/realm-roles.ts'
import { actionsOf as specifiedActionsOf } from '../../testing/access-matrix/matrix.ts'
import { actionsOf, holdsOnRealm, scopesOf, seesEveryAccount } from './role-permissions.ts'

// The expectations are the matrix of §14 as src/testing/access-matrix/matrix.ts repeats it.

const rolesWithoutAccess: readonly AccountRole[] = ['successor', 'charitable_beneficiary']
const onRealm = (role: RealmRole, actions: readonly string[] | null = null) => ({ role, actions })
const none: ReadonlySet<string> = new Set()

describe('permissions of roles (§14)', () => {
  test('are those of the matrix for each role on a fund account', () => {
    const actual = accountRoles.map(role => [role, actionsOf([], [role], false)])
    const specified = accountRoles.map(role => [
      role,
      role === 'successor' || role === 'charitable_beneficiary' ? none : specifiedActionsOf[role],
    ])
    expect(Object.fromEntries(actual)).toEqual(Object.fromEntries(specified))
  })

  test('are those of the matrix for each role on the realm', () => {
    const actual = realmRoles.map(role => [role, actionsOf([onRealm(role)], [], false)])
    expect(Object.fromEntries(actual)).toEqual({
      super_user: specifiedActionsOf.super_user,
      auditor: specifiedActionsOf.auditor,
      content_editor: specifiedActionsOf.content_editor,
    })
  })

  test('include no permission for a person without a role', () => {
    expect(actionsOf([], [], true)).toEqual(none)
  })

  test('are each held by some role', () => {
    const held = actionsOf([onRealm('super_user'), onRealm('content_editor')], accountRoles, false)
    expect(permissions.filter(permission => !held.has(permission))).toEqual([])
  })

  test('of several roles add up', () => {
    const both = actionsOf([onRealm('auditor')], ['successor', 'viewer', 'primary_advisor'], false)
    expect(both).toEqual(
      new Set([
        ...specifiedActionsOf.auditor,
        ...specifiedActionsOf.viewer,
        ...specifiedActionsOf.primary_advisor,
      ]),
    )
  })

  test('of a primary advisor include recommending where the fund allows it, and of no other role', () => {
    expect(actionsOf([], ['primary_advisor'], true)).toEqual(
      new Set([
        ...specifiedActionsOf.primary_advisor,
        'GRANT_RECOMMEND',
        'CHARITY_LIST_UPDATE',
        'CHARITY_PROPOSE',
      ]),
    )
    for (const role of ['viewer', 'banker'] as const)
      expect(actionsOf([], [role], true)).toEqual(specifiedActionsOf[role])
  })

  test('on the realm may be limited to a part, which adds nothing that the role lacks', () => {
    expect(actionsOf([onRealm('super_user', ['GRANT_APPROVE', 'DOCUMENT_SIGN'])], [], false)).toEqual(
      new Set(['GRANT_APPROVE']),
    )
    expect(actionsOf([onRealm('auditor', ['AUDIT_VIEW', 'GRANT_PAY'])], [], false)).toEqual(
      new Set(['AUDIT_VIEW']),
    )
    expect(actionsOf([onRealm('content_editor', [])], [], false)).toEqual(none)
  })
})

describe('visibility of every fund account (§14)', () => {
  test.each<[RealmRole, boolean]>([
    ['super_user', true],
    ['auditor', true],
    ['content_editor', false],
  ])('of %s is %s', (role, sees) => {
    expect(seesEveryAccount([onRealm(role)])).toBe(sees)
  })

  test('needs one role that has it', () => {
    expect(seesEveryAccount([])).toBe(false)
    expect(seesEveryAccount([onRealm('content_editor'), onRealm('auditor')])).toBe(true)
  })
})

describe('scopes (§14)', () => {
  test.each<[RealmRole, string[]]>([
    ['super_user', ['api_access', 'cms_access']],
    ['auditor', ['api_access']],
    ['content_editor', ['cms_access']],
  ])('of %s are %j', (role, scopes) => {
    expect(scopesOf([onRealm(role)], [])).toEqual(scopes)
  })

  test('of a super user with some permissions have cms_access only with those of an editor', () => {
    const withActions = (actions: string[]) => scopesOf([{ role: 'super_user', actions }], [])
    expect(withActions(['GRANT_APPROVE'])).toEqual(['api_access'])
    expect(withActions(['GRANT_APPROVE', 'CONTENT_EDIT'])).toEqual(['api_access', 'cms_access'])
  })

  test.each(accountRoles)('of %s are api_access if the role has permissions', role => {
    expect(scopesOf([], [role])).toEqual(rolesWithoutAccess.includes(role) ? [] : ['api_access'])
  })

  test('of several roles add up', () => {
    expect(scopesOf([], [])).toEqual([])
    expect(scopesOf([], ['successor', 'viewer'])).toEqual(['api_access'])
    expect(scopesOf([onRealm('auditor'), onRealm('content_editor')], ['successor'])).toEqual([
      'api_access',
      'cms_access',
    ])
  })
})

test('a permission on the realm comes only from a role that gives it (§14)', () => {
  expect(holdsOnRealm([onRealm('super_user', ['GRANT_APPROVE'])], 'GRANT_APPROVE')).toBe(true)
  expect(holdsOnRealm([onRealm('super_user', ['GRANT_PAY'])], 'GRANT_APPROVE')).toBe(false)
  expect(holdsOnRealm([], 'GRANT_APPROVE')).toBe(false)
})
