import { isRedirect } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import type { Guard, ScreenAccess, ScreenPath } from '../../contract/screens.ts'
import type { SessionFacts } from '../../contract/session.contract.ts'
import { contextOfPage } from '../../testing/screens/client-context.ts'
import type { Session } from '../session/session-store.ts'
import { checkGuard, enforceGuard, mayFollow } from './guards.ts'

// Decides each kind of access without a server; guards.test.ts asks the server about every route, person and client.

const { clientSettings } = contextOfPage()

const loggedIn = (facts: Partial<SessionFacts> = {}): Session => ({
  state: 'signed-in',
  fundId: 100,
  facts: {
    userId: 'u-1',
    username: 'vera',
    firstName: 'Vera',
    lastName: 'Lane',
    email: 'vera@example.org',
    scope: ['api_access'],
    actions: ['GRANT_VIEW'],
    hasAccess: true,
    forceEmailChange: false,
    loginCurrency: 'USD',
    alternateCurrency: 'USD',
    rememberCurrency: false,
    antiforgeryChanged: false,
    ...facts,
  },
})
const visitor: Session = { state: 'signed-out' }
const viewer = loggedIn()
const editor = loggedIn({ scope: ['cms_access'], actions: ['CONTENT_EDIT'] })
const forced = loggedIn({ forceEmailChange: true })
const withdrawn = loggedIn({ hasAccess: false })

const decide = (access: Guard['access'], session: Session) => checkGuard({ access }, session, clientSettings)

describe('the guard of a screen (§2.1, §4, §14)', () => {
  const people = { visitor, viewer, editor, 'change of e-mail': forced, 'access withdrawn': withdrawn }
  const table: [ScreenAccess, string][] = [
    ['always', 'open open open open open'],
    ['anyone', 'open open open change-email open'],
    ['session', 'sign-in open open open open'],
    ['signed-in', 'sign-in open open change-email denied'],
    ['without-api-access', 'open denied open change-email denied'],
    [{ scope: 'api_access' }, 'sign-in open denied change-email denied'],
    [{ scope: 'cms_access' }, 'sign-in denied open change-email denied'],
    [{ action: 'GRANT_VIEW' }, 'sign-in open denied change-email denied'],
    [{ action: 'GRANT_PAY' }, 'sign-in denied denied change-email denied'],
    [{ scope: 'api_access', action: 'GRANT_VIEW' }, 'sign-in open denied change-email denied'],
    [{ scope: 'api_access', action: 'GRANT_PAY' }, 'sign-in denied denied change-email denied'],
    [{ scope: 'cms_access', action: 'GRANT_VIEW' }, 'sign-in denied denied change-email denied'],
  ]

  test.each(table)('with access %j is %s', (access, verdicts) => {
    expect(
      Object.values(people)
        .map(session => decide(access, session))
        .join(' '),
    ).toBe(verdicts)
  })

  test.each(['starting', 'signing-in'] as const)('in the session state %s is that of a visitor', state => {
    expect(decide('anyone', { state })).toBe('open')
    expect(decide('without-api-access', { state })).toBe('open')
    expect(decide('signed-in', { state })).toBe('sign-in')
  })

  test('follows the client settings where the access depends on them', () => {
    const guard: Guard = { access: ({ kind }) => (kind === 'bank' ? 'signed-in' : 'anyone') }
    expect(checkGuard(guard, visitor, { ...clientSettings, kind: 'trust' })).toBe('open')
    expect(checkGuard(guard, visitor, { ...clientSettings, kind: 'bank' })).toBe('sign-in')
  })

  test('names the document in place of the screen, but only to people who may open it', () => {
    const guard: Guard = { access: { action: 'GRANT_VIEW' }, elsewhere: () => '/guide.pdf' }
    expect(checkGuard(guard, viewer, clientSettings)).toEqual({ elsewhere: '/guide.pdf' })
    expect(checkGuard(guard, editor, clientSettings)).toBe('denied')
    expect(checkGuard({ ...guard, elsewhere: () => null }, viewer, clientSettings)).toBe('open')
  })
})

describe('a link to a screen (§15)', () => {
  test.each<[string, ScreenPath, Session, boolean]>([
    ['is shown to people that the guard admits', '/recommend-a-grant', viewer, true],
    ['is not shown to people that the guard rejects', '/recommend-a-grant', editor, false],
    ['is not shown to people who have to log in first', '/recommend-a-grant', visitor, false],
    ['is shown where the client has the screen', '/my-profile/password', viewer, true],
  ])('%s', (_title, path, session, isShown) => {
    expect(mayFollow(path, session, clientSettings)).toBe(isShown)
  })

  test('is not shown where a client setting removes or replaces the screen', () => {
    expect(mayFollow('/my-profile/password', viewer, { ...clientSettings, profileUpdates: false })).toBe(
      false,
    )
    const givingGuide = { kind: 'link', href: 'https://guide.example/' } as const
    expect(mayFollow('/givingpoint', viewer, clientSettings)).toBe(true)
    expect(mayFollow('/givingpoint', viewer, { ...clientSettings, givingGuide })).toBe(false)
  })
})

describe('a navigation to a screen (§2.1)', () => {
  const address = '/grants/42?step=2'
  /** The redirect's options; null if the navigation is let through. */
  function redirectOf(guard: Guard, session: Session): unknown {
    try {
      enforceGuard(guard, session, clientSettings, address)
      return null
    } catch (thrown) {
      if (!isRedirect(thrown)) throw thrown
      return thrown.options
    }
  }

  test('goes through where the screen is open', () => {
    expect(redirectOf({ access: 'signed-in' }, viewer)).toBeNull()
  })

  test.each([
    [
      'to /403 if the person is denied',
      { access: { action: 'GRANT_PAY' } },
      viewer,
      { to: '/403', replace: true },
    ],
    [
      'to the change of e-mail that is due',
      { access: 'signed-in' },
      forced,
      { to: '/my-profile/email', replace: true },
    ],
    [
      'to the login and back to the whole address',
      { access: 'signed-in' },
      visitor,
      { href: '/api/sign-in/start?returnTo=%2Fgrants%2F42%3Fstep%3D2', reloadDocument: true },
    ],
    [
      'to the client’s own document',
      { access: 'anyone', elsewhere: () => '/guide.pdf' },
      visitor,
      { href: '/guide.pdf', reloadDocument: true },
    ],
  ] satisfies [string, Guard, Session, object][])('is redirected %s', (_where, guard, session, options) => {
    expect(redirectOf(guard, session)).toMatchObject(options)
  })
})
