import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clients } from '../../clients/clients.ts'
import { screenPaths } from '../../contract/screen-paths.ts'
import { checkPages, demoClients, guide, settingsOf } from '../../testing/access-matrix/personas.ts'
import {
  expectedAt,
  ownRoutes,
  specifiedRoutes,
  type Visitor,
  visitors,
} from '../../testing/access-matrix/route-table.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { verdict } from '../../web/routing/guards.ts'
import type { MenuItem } from '../../web/shell/shell-types.ts'
import { menusFor, screensFor } from './menu.ts'
import { screens } from './screens.ts'

// Every menu × everybody × each client; see guards.test.ts.

let portal: TestApp
let given: Awaited<ReturnType<typeof checkPages>>

beforeAll(async () => {
  portal = await startTestApp({ clients: { ...demoClients } })
  given = await checkPages(portal)
})
afterAll(() => portal.close())

const allRoutes = [...specifiedRoutes, ...ownRoutes]
const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap(item => item.children ?? [item])
/** An entry that leads out of the portal bears the address of what stands for the screen. */
const titled = (path: string, { title, external }: MenuItem) =>
  external === true &&
  path === { 'Open a New Account': '/new-account-opening', 'Giving Guide': '/givingpoint' }[title]
const isBuilt = (path: string) => screenPaths.some(built => built === path)
const titlesOf = (items: readonly MenuItem[]) => flat(items).map(({ title }) => title)

describe.each(Object.keys(demoClients))('§2.3 at %s', client => {
  test.each(Object.keys(visitors) as Visitor[])('§2.3 the menus of %s show only what opens', who => {
    const { clientSettings, session } = given(client, who)
    const { main, topBar, help, profile, dashboard } = menusFor(session, clientSettings, '/')
    const shown = flat([...main, ...topBar, ...help, ...profile, ...dashboard])
    const leads = (item: MenuItem) => (item.external ? { elsewhere: item.route } : 'open')
    for (const item of shown) {
      const [row] = allRoutes.filter(({ path }) => path === item.route || titled(path, item))
      if (!row) throw new Error(`${item.title} stands in no row`)
      expect(`${item.title}: ${expectedAt(row, who, settingsOf(client))}`).toBe(
        `${item.title}: ${leads(item) === 'open' ? 'open' : 'elsewhere'}`,
      )
    }
    if (who === 'forced') expect(shown).toEqual([])
    if (who === 'signed-out') expect([...profile, ...dashboard]).toEqual([])
  })
})

describe('§2.3 menus', () => {
  const menusOf = (client: string, who: string, at = '/') => {
    const { clientSettings, session } = given(client, who)
    return menusFor(session, clientSettings, at)
  }
  const topBarClients = ['ubs', 'glenmede', 'tolleson']
  const contactAndForms = [
    ...(isBuilt('/contact') ? ['Contact'] : []),
    ...(isBuilt('/resources') ? ['Forms/Resources'] : []),
  ]

  test.each(Object.keys(clients))('Contact and Forms/Resources stand where they belong at %s', client => {
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
  })

  test('Forms/Resources shows to visitors at npt alone, to an editor without the permission at npt and nptuk alone', () => {
    const shows = (client: string, who: string) => {
      const { main, topBar } = menusOf(client, who)
      return titlesOf([...main, ...topBar]).includes('Forms/Resources')
    }
    const where = (who: string) => Object.keys(clients).filter(client => shows(client, who))
    expect(where('signed-out')).toEqual(isBuilt('/resources') ? ['npt'] : [])
    expect(where('editor')).toEqual(
      isBuilt('/resources') ? ['npt', 'nptuk'].filter(client => client in clients) : [],
    )
    expect(where('viewer')).toEqual(isBuilt('/resources') ? Object.keys(clients) : [])
  })

  test('Open a New Account shows with ACCOUNT_CREATE_VIEW, as a PDF in a new tab at clients that are no bank', () => {
    for (const client of ['nptuk', 'nptukusd', 'npttransatlantic', 'npt_otherwise']) {
      const entry = flat(menusOf(client, 'donor').main).find(({ title }) => title === 'Open a New Account')
      expect(entry, client).toMatchObject({ external: true, target: '_blank' })
      expect(entry?.route).toBe(clientHref(client))
      expect(titlesOf(menusOf(client, 'viewer').main)).not.toContain('Open a New Account')
    }
    const { clientSettings, session } = given('npt_otherwise', 'donor')
    const bank = menusFor(session, { ...clientSettings, kind: 'bank' }, '/').main
    expect(flat(bank).filter(({ external }) => external)).toEqual([])
  })

  test('the giving guide is an entry of the help, in a new tab where it is the client’s link', () => {
    const entry = menusOf('npt_otherwise', 'donor').help.find(({ title }) => title === 'Giving Guide')
    expect(entry).toEqual({ title: 'Giving Guide', route: guide, external: true, target: '_blank' })
    expect(titlesOf(menusOf('npt', 'donor').help)).toEqual([
      ...(isBuilt('/givingpoint') ? ['Giving Guide'] : []),
      ...(isBuilt('/faq') ? ['FAQ'] : []),
    ])
  })

  test('Content shows only with cms_access', () => {
    const shown = (Object.keys(visitors) as Visitor[]).filter(who =>
      titlesOf(menusOf('npt', who).main).includes('Content'),
    )
    expect(shown.sort()).toEqual(isBuilt('/content') ? ['editor', 'super', 'super2'] : [])
  })

  test('one entry is marked as the page that one is on, the nearest above its address', () => {
    const current = (at: string) =>
      flat(menusOf('npt', 'super', at).main)
        .filter(({ isCurrent }) => isCurrent)
        .map(({ title }) => title)
    expect(current('/')).toEqual(['Home'])
    expect(current('/super-user-dashboard/audit')).toEqual(['Super User Dashboard'])
    expect(current('/grants/g1')).toEqual([])
  })

  test('§2.2 the dashboard’s pages are the client’s, for whoever may open accounts where accounts can be opened', () => {
    expect(titlesOf(menusOf('nptuk', 'donor').dashboard)).toEqual(['Recommend a Grant', 'Open a New Account'])
    expect(menusOf('nptuk', 'viewer').dashboard).toEqual([])
    expect(menusOf('nptuk', 'signed-out').dashboard).toEqual([])
    // No page is configured there.
    expect(menusOf('cazenove', 'donor').dashboard).toEqual([])
    expect(menusOf('npt', 'donor').dashboard.length > 0).toBe(isBuilt('/new-account-opening'))
  })

  test('what the palette searches opens, and no part of the door is in it', () => {
    for (const who of Object.keys(visitors) as Visitor[]) {
      const { clientSettings, session } = given('npt', who)
      for (const { path, title } of screensFor(session, clientSettings)) {
        expect(verdict(screens[path as keyof typeof screens], session, clientSettings), title).toBe('open')
        expect(['/sign-in', '/sso', '/403']).not.toContain(path)
      }
    }
  })
})

const clientHref = (client: string) => {
  const opening = demoClients[client]?.opening
  return opening?.kind === 'pdf' ? opening.href : null
}

test.each(Object.keys(visitors) as Visitor[])(
  '§2.3 the profile menu of %s shows what opens, without Update Password where profile updates are off',
  who => {
    for (const client of Object.keys(demoClients)) {
      const { clientSettings, session } = given(client, who)
      const shown = menusFor(session, clientSettings, '/').profile.map(item => item.title)
      const isIn = who !== 'signed-out' && who !== 'forced' && who !== 'withdrawn'
      const updates = ['npt_otherwise', 'ubs'].includes(client) ? [] : ['Update Password']
      expect(shown).toEqual(isIn ? ['Profile', ...updates] : [])
    }
  },
)
