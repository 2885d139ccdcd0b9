import { describe, expect, test } from 'vitest'
import { ownRoutes, type SpecifiedRoute, specifiedRoutes } from '../testing/access-matrix/route-table.ts'
import {
  hasScreen,
  isScreenPath,
  type Screen,
  type ScreenSettings,
  screenPathOf,
  screenRows,
  screens,
} from './screens.ts'

// The expectations are the routes of §2.1 as src/testing/access-matrix/route-table.ts repeats them.

const settings: ScreenSettings = {
  kind: 'trust',
  opening: { kind: 'form' },
  profileUpdates: true,
  legacyPlanShown: true,
  signsInByPassword: true,
  resourcesFor: 'permission',
  givingGuide: { kind: 'page' },
}
const normalize = (path: string) => path.replaceAll(/\{\w+\}|\$\w+/g, '*')

/** The access that a row of §2.1 asks for; its rule decides where it names neither scope nor permission. */
function specifiedAccess({ scope, action, rule }: SpecifiedRoute): unknown {
  const byRule: Record<string, unknown> = {
    anyone: 'anyone',
    always: 'always',
    'signed in': 'signed-in',
    'change of e-mail': 'session',
  }
  if (scope === 'no api_access') return 'without-api-access'
  return (
    byRule[rule] ?? {
      ...(scope.endsWith('_access') ? { scope } : {}),
      ...(action === '-' ? {} : { action: action.includes(' or ') ? action.split(' or ') : action }),
    }
  )
}
const accessOf = ({ access }: Screen) => (typeof access === 'function' ? access(settings) : access)
const pathsWith = (matches: (screen: Screen) => boolean) =>
  screenRows.filter(([, screen]) => matches(screen)).map(([path]) => path)

describe('the table of screens (§2.1)', () => {
  test('gives each address its title and access', () => {
    const row = (path: string, title: string, access: unknown) => [
      normalize(path),
      { title: title.toLowerCase(), access },
    ]
    expect(
      Object.fromEntries(screenRows.map(([path, screen]) => row(path, screen.title, accessOf(screen)))),
    ).toEqual(
      Object.fromEntries(
        [...specifiedRoutes, ...ownRoutes].map(route => row(route.path, route.title, specifiedAccess(route))),
      ),
    )
  })

  test('hides the current account on the profile and on staff screens', () => {
    expect(pathsWith(screen => screen.hidesAccount === true)).toEqual([
      '/super-user-dashboard',
      '/super-user-dashboard/grants',
      '/super-user-dashboard/grants/$grantId',
      '/super-user-dashboard/all-grants',
      '/super-user-dashboard/charities',
      '/super-user-dashboard/charities/$charityId',
      '/super-user-dashboard/payments',
      '/super-user-dashboard/payments/$runId',
      '/super-user-dashboard/bank',
      '/super-user-dashboard/bank/$account/$month',
      '/super-user-dashboard/postings',
      '/super-user-dashboard/postings/entries',
      '/super-user-dashboard/postings/entries/$entryId',
      '/super-user-dashboard/postings/fees',
      '/super-user-dashboard/postings/$batchId',
      '/super-user-dashboard/close',
      '/super-user-dashboard/year-end',
      '/super-user-dashboard/requests',
      '/super-user-dashboard/screening',
      '/super-user-dashboard/screening/$findingId',
      '/super-user-dashboard/register-changes',
      '/super-user-dashboard/register-changes/$changeId',
      '/super-user-dashboard/cases',
      '/super-user-dashboard/cases/$caseId',
      '/super-user-dashboard/inactive-funds',
      '/super-user-dashboard/inactive-funds/$accountId',
      '/super-user-dashboard/contributions',
      '/super-user-dashboard/excluded-assets',
      '/super-user-dashboard/staff-documents',
      '/super-user-dashboard/applications',
      '/super-user-dashboard/applications/$applicationId',
      '/super-user-dashboard/audit',
      '/super-user-dashboard/messages',
      '/super-user-dashboard/settings',
      '/super-user-dashboard/users',
      '/super-user-dashboard/users/sets',
      '/super-user-dashboard/users/$personId',
      '/my-profile',
      '/my-profile/notices',
      '/my-profile/security',
      '/my-profile/accounts',
      '/my-profile/email',
      '/my-profile/password',
      '/content',
      '/content/new',
      '/content/files',
      '/content/$kind/$name',
      '/content/$kind/$name/versions',
      '/accounts/$fundId',
      '/new-account-opening',
      '/new-account-opening/confirm',
      '/successor',
      '/new-account-opening/$step',
      '/financial-advisor-dashboard',
      '/financial-advisor-dashboard/report',
    ])
  })

  test('shows the promo strip on the screens that have one (§2.5, §2.11)', () => {
    expect(
      Object.fromEntries(screenRows.flatMap(([path, { promo }]) => (promo ? [[path, promo]] : []))),
    ).toEqual({
      '/': { to: 'signed-in' },
      '/recommend-a-grant': { to: 'signed-in' },
      '/super-user-dashboard': { to: 'signed-in' },
      '/financial-advisor-dashboard': { to: 'signed-in' },
      '/contact': { to: 'anyone' },
      '/resources': { to: 'anyone' },
      '/year-end-deadlines': { to: 'anyone', cardId: 'giving-season' },
    })
  })

  test('fetches managed content with the pages that begin with it', () => {
    expect(pathsWith(screen => screen.content !== undefined)).toEqual(['/', '/contact'])
    expect(screens['/'].content).toBe('home')
    expect(screens['/contact'].content).toBe('contact')
  })

  test('knows its own addresses and no others', () => {
    expect(isScreenPath('/faq')).toBe(true)
    expect(isScreenPath('/grants/$grantId')).toBe(true)
    for (const path of ['', '/nowhere', 'toString', '__proto__']) expect(isScreenPath(path), path).toBe(false)
  })
})

describe('client settings (§15)', () => {
  test.each([
    ['everyone', 'anyone'],
    ['signed-in', 'signed-in'],
    ['permission', { action: 'RESOURCES_VIEW' }],
  ] as const)('resourcesFor "%s" opens Forms/Resources to %j', (resourcesFor, access) => {
    expect(screens['/resources'].access({ ...settings, resourcesFor })).toEqual(access)
  })

  test('opening replaces the form by a PDF, but not at a bank (§2.3)', () => {
    const opening = { kind: 'pdf', href: 'https://forms.example/opening.pdf' } as const
    const { elsewhere } = screens['/new-account-opening']
    expect(elsewhere?.({ ...settings, opening })).toBe(opening.href)
    expect(elsewhere?.({ ...settings, opening, kind: 'bank' })).toBeNull()
    expect(elsewhere?.(settings)).toBeNull()
  })

  test('givingGuide replaces the page by a link', () => {
    const givingGuide = { kind: 'link', href: 'https://guide.example/' } as const
    const { elsewhere } = screens['/givingpoint']
    expect(elsewhere({ ...settings, givingGuide })).toBe(givingGuide.href)
    expect(elsewhere(settings)).toBeNull()
  })

  test.each([
    [{}, []],
    [{ profileUpdates: false }, ['/my-profile/password']],
    [{ signsInByPassword: false }, ['/my-profile/password', '/password-setup', '/forgot-user']],
  ])('with the changes %j remove the screens %j', (changes, removed) => {
    const changed = { ...settings, ...changes }
    expect(screenRows.map(([path]) => path).filter(path => !hasScreen(path, changed))).toEqual(removed)
  })
})

describe('the screen at an address', () => {
  test.each([
    ['/', '/'],
    ['/faq', '/faq'],
    ['/faq/', '/faq'],
    ['/grants/42', '/grants/$grantId'],
    ['/grant-activity/US-EIN-010631747', '/grant-activity/$charityId'],
    ['/content/block/terms', '/content/$kind/$name'],
    ['/content/block/terms/versions/', '/content/$kind/$name/versions'],
    ['/content/new', '/content/new'],
  ])('%s is %s', (path, screen) => {
    expect(screenPathOf(path, settings)).toBe(screen)
  })

  test.each(['', '/nowhere', '/faq/more', '/a/faq', '/faq//', '/grants/4/2', '/grants/$', '/Faq'])(
    '"%s" is none unless the table has it',
    path => {
      expect(screenPathOf(path, settings)).toBe(path === '/grants/$' ? '/grants/$grantId' : null)
    },
  )

  test('is none where a client setting removes the screen', () => {
    expect(screenPathOf('/my-profile/password', settings)).toBe('/my-profile/password')
    expect(screenPathOf('/my-profile/password', { ...settings, profileUpdates: false })).toBeNull()
  })
})
