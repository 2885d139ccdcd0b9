import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { screens } from '../../contract/screens.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { checkPages, demoClients, guide, settingsOf } from '../../testing/access-matrix/personas.ts'
import { expectedAt, ownRoutes, specifiedRoutes, visitors } from '../../testing/access-matrix/route-table.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import type { MenuItem } from '../shell/shell-types.ts'
import { checkGuard } from './guards.ts'
import { accountPagesFor, menusFor } from './menus.ts'
import { screensFor } from './searchable-screens.ts'

// Checks every menu × visitor × client; see guards.test.ts.

let portal: TestApp
let pageOf: Awaited<ReturnType<typeof checkPages>>

beforeAll(async () => {
  portal = await startTestApp({ clients: { ...demoClients } })
  pageOf = await checkPages(portal)
})
afterAll(() => portal.close())

const allRoutes = [...specifiedRoutes, ...ownRoutes]
const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap(item => item.children ?? [item])
/** Whether the entry leads out of the portal in place of this screen. */
const replaces = (path: string, { title, external }: MenuItem) =>
  external === true &&
  path === { 'Open a New Account': '/new-account-opening', 'Giving Guide': '/givingpoint' }[title]
const titlesOf = (items: readonly MenuItem[]) => flat(items).map(({ title }) => title)

describe.each(Object.keys(demoClients))('menus at %s (§2.3)', client => {
  test.each(keysOf(visitors))('show %s only what they may open', visitor => {
    const { clientSettings, session } = pageOf(client, visitor)
    const { main, topBar, help, profile, dashboard } = menusFor(session, clientSettings, '/')
    const shown = flat([...main, ...topBar, ...help, ...profile, ...dashboard])
    const leads = (item: MenuItem) => (item.external ? { elsewhere: item.route } : 'open')
    for (const item of shown) {
      const [row] = allRoutes.filter(({ path }) => path === item.route || replaces(path, item))
      if (!row) throw new Error(`${item.title} is in no row of the table`)
      expect(`${item.title}: ${expectedAt(row, visitor, settingsOf(client))}`).toBe(
        `${item.title}: ${leads(item) === 'open' ? 'open' : 'elsewhere'}`,
      )
    }
    if (visitor === 'forced') expect(shown).toEqual([])
    if (visitor === 'signed-out') expect([...profile, ...dashboard]).toEqual([])
  })
})

describe('menus (§2.3)', () => {
  const menusOf = (client: string, who: string, at = '/') => {
    const { clientSettings, session } = pageOf(client, who)
    return menusFor(session, clientSettings, at)
  }
  const topBarClients = ['ubs', 'glenmede', 'tolleson']
  const contactAndForms = ['Contact', 'Forms/Resources']

  test.each(Object.keys(clients))(
    'show Contact and Forms/Resources in the top bar or the main menu at %s',
    client => {
      const { main, topBar } = menusOf(client, 'donor')
      if (topBarClients.includes(client)) {
        expect(titlesOf(topBar)).toEqual(contactAndForms)
        expect(titlesOf(main)).not.toContain('Contact')
        expect(titlesOf(main)).not.toContain('Forms/Resources')
        expect(main.filter(({ children, title }) => children && title !== 'Manage Account')).toEqual([])
      } else {
        expect(topBar).toEqual([])
        expect(titlesOf(main)).toEqual(expect.arrayContaining(contactAndForms))
      }
    },
  )

  test('show Forms/Resources to visitors only at npt, and to editors without the permission only at npt and nptuk', () => {
    const shows = (client: string, who: string) => {
      const { main, topBar } = menusOf(client, who)
      return titlesOf([...main, ...topBar]).includes('Forms/Resources')
    }
    const where = (who: string) => Object.keys(clients).filter(client => shows(client, who))
    expect(where('signed-out')).toEqual(['npt'])
    expect(where('editor')).toEqual(['npt', 'nptuk'].filter(client => client in clients))
    expect(where('viewer')).toEqual(Object.keys(clients))
  })

  test('show Open a New Account with ACCOUNT_CREATE_VIEW, as a PDF in a new tab at clients that are not banks', () => {
    for (const client of ['nptuk', 'nptukusd', 'npttransatlantic', 'npt_otherwise']) {
      const entry = flat(menusOf(client, 'donor').main).find(({ title }) => title === 'Open a New Account')
      expect(entry, client).toMatchObject({ external: true, target: '_blank' })
      expect(entry?.route).toBe(openingPdfOf(client))
      expect(titlesOf(menusOf(client, 'viewer').main)).not.toContain('Open a New Account')
    }
    const { clientSettings, session } = pageOf('npt_otherwise', 'donor')
    const bank = menusFor(session, { ...clientSettings, kind: 'bank' }, '/').main
    expect(flat(bank).filter(({ external }) => external)).toEqual([])
  })

  test('show the giving guide in the help menu, in a new tab where it is the client’s link', () => {
    const entry = menusOf('npt_otherwise', 'donor').help.find(({ title }) => title === 'Giving Guide')
    expect(entry).toEqual({ title: 'Giving Guide', route: guide, external: true, target: '_blank' })
    expect(titlesOf(menusOf('npt', 'donor').help)).toEqual(['Giving Guide', 'FAQ'])
  })

  test('offer the documents of contributions to a service team, which has no dashboard with that page (§17)', () => {
    const shown = keysOf(visitors).filter(who =>
      titlesOf(menusOf('npt', who).main).includes('Contribution Documents'),
    )
    expect(shown).toEqual(['service'])
    const { clientSettings, session } = pageOf('npt', 'service')
    expect(accountPagesFor(session, clientSettings)).toContainEqual(
      expect.objectContaining({ route: '/super-user-dashboard/contributions' }),
    )
    const at = menusOf('npt', 'service', '/super-user-dashboard/contributions').main
    expect(flat(at).filter(({ isCurrent }) => isCurrent)).toMatchObject([{ title: 'Contribution Documents' }])
    const ofSuper = pageOf('npt', 'super')
    expect(accountPagesFor(ofSuper.session, ofSuper.clientSettings).map(({ route }) => route)).not.toContain(
      '/super-user-dashboard/contributions',
    )
  })

  test('show Content only with cms_access', () => {
    const shown = keysOf(visitors).filter(who => titlesOf(menusOf('npt', who).main).includes('Content'))
    expect(shown.sort()).toEqual(['editor', 'super', 'super2'])
  })

  test('mark the entry that is nearest to the current address', () => {
    const current = (at: string) =>
      flat(menusOf('npt', 'super', at).main)
        .filter(({ isCurrent }) => isCurrent)
        .map(({ title }) => title)
    expect(current('/')).toEqual(['Home'])
    expect(current('/super-user-dashboard/audit')).toEqual(['Super User Dashboard'])
    expect(current('/grants/g1')).toEqual([])
  })

  test('show the dashboard pages that the menu does not, on a dashboard, to people who may open an account (§2.2)', () => {
    expect(titlesOf(menusOf('nptuk', 'donor').dashboard)).toEqual(['Open a New Account'])
    // The menu shows the other page that the client configures.
    expect(titlesOf(menusOf('nptuk', 'donor').main)).toContain('Recommend a Grant')
    expect(menusOf('nptuk', 'donor', '/grants').dashboard).toEqual([])
    expect(menusOf('nptuk', 'viewer').dashboard).toEqual([])
    expect(menusOf('nptuk', 'signed-out').dashboard).toEqual([])
    // Cazenove configures no dashboard pages.
    expect(menusOf('cazenove', 'donor').dashboard).toEqual([])
    expect(menusOf('npt', 'donor').dashboard.length > 0).toBe(true)
  })

  test('offer the palette only screens that open, and no step of logging in', () => {
    for (const who of keysOf(visitors)) {
      const { clientSettings, session } = pageOf('npt', who)
      for (const { path, title } of screensFor(session, clientSettings)) {
        expect(checkGuard(screens[path as keyof typeof screens], session, clientSettings), title).toBe('open')
        expect(['/sign-in', '/sso', '/403']).not.toContain(path)
      }
    }
  })
})

const openingPdfOf = (client: string) => {
  const opening = demoClients[client]?.opening
  return opening?.kind === 'pdf' ? opening.href : null
}

test.each(keysOf(visitors))(
  'the profile menu of %s omits Update Password where profile updates are disabled (§2.3)',
  who => {
    for (const client of Object.keys(demoClients)) {
      const { clientSettings, session } = pageOf(client, who)
      const shown = menusFor(session, clientSettings, '/').profile.map(item => item.title)
      const isIn = who !== 'signed-out' && who !== 'forced' && who !== 'withdrawn'
      const updates = ['npt_otherwise', 'ubs'].includes(client) ? [] : ['Update Password']
      expect(shown).toEqual(isIn ? ['Profile', ...updates] : [])
    }
  },
)
