import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laterScreenPaths, screenPathOf, screenPaths } from '../../contract/screen-paths.ts'
import { type ClientContext, getClientContext } from '../../features/shell/shell.contract.ts'
import { getSession } from '../../features/sign-in/sign-in.contract.ts'
import type { Client } from '../../tenants/client.ts'
import { npt } from '../../tenants/clients/npt.ts'
import { clients, realms } from '../../tenants/index.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { makeRelationship } from '../../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../../testing/factories/make-user.ts'
import { makeWalkBook, type WalkBook } from '../../testing/walk/fixture.ts'
import {
  expectedAt,
  ownRoutes,
  type SpecifiedRoute,
  type Switches,
  specifiedRoutes,
  type Visitor,
  visitors,
} from '../../testing/walk/route-table.ts'
import type { Session } from '../session/session-store.ts'
import type { MenuItem } from '../shell/shell-types.ts'
import { verdict } from './guards.ts'
import { mayFollow, menusFor, screensFor } from './menu.ts'
import { type Screen, screens } from './screens.ts'

// Every route × everybody × each client, with what the server itself tells of them. What is expected is written down
// from the specification in src/testing/walk/route-table.ts.

type House = ClientContext['house']

const pdf = 'https://forms.npt.example/opening.pdf'
const guide = 'https://guide.npt.example/giving.pdf'
/** All clients as they are, and npt with every switch the other way. */
const houses: Record<string, Client> = {
  ...clients,
  npt_otherwise: {
    ...npt,
    resourcesFor: 'signed-in',
    opening: { kind: 'pdf', href: pdf },
    givingGuide: { kind: 'link', href: guide },
    profileUpdates: false,
  },
}

let portal: TestApp
const houseOf = new Map<string, House>()
const sessions = new Map<string, Session>()

beforeAll(async () => {
  portal = await startTestApp({ clients: { ...houses } })
  for (const client of Object.keys(houses)) {
    houseOf.set(client, (await portal.call(getClientContext, {}, { client })).reply.house)
  }
  for (const realm of realms) {
    const book = await makeWalkBook(portal, realm)
    for (const visitor of Object.keys(visitors) as Visitor[])
      sessions.set(`${visitor} ${realm}`, await sessionAs(visitor, book))
  }
})
afterAll(() => portal.close())

/** The session as the browser keeps it, from the server's own answer. */
async function sessionAs(visitor: Visitor, book: WalkBook): Promise<Session> {
  if (visitor === 'signed-out') return { state: 'signed-out' }
  const user =
    visitor === 'forced'
      ? await donorWho(book, { forceEmailChange: true })
      : visitor === 'withdrawn'
        ? await donorWho(book, { hasAccess: false })
        : book.people[visitors[visitor]].user
  const as = await portal.sessionFor(user)
  const fundId = visitor === 'editor' ? 0 : book.fundId
  return { state: 'signed-in', facts: (await portal.call(getSession, {}, { as, fundId })).reply, fundId }
}

async function donorWho(book: WalkBook, about: Parameters<typeof makeUser>[1]): Promise<MadeUser> {
  const user = await makeUser(portal.databases, { realm: book.book, ...about })
  await makeRelationship(portal.databases, book.fund, { user })
  return user
}

const inCode = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$id').replace(/\$\w+/g, '$')
const allRoutes = [...specifiedRoutes, ...ownRoutes]
const table: Record<string, Screen> = screens
const rowOf = (route: SpecifiedRoute): [string, Screen] => {
  const found = Object.entries(table).find(([path]) => inCode(path) === inCode(route.path))
  if (!found) throw new Error(`${route.path} stands in no row`)
  return found
}
const realmOf = (client: string) => houses[client]?.realm
const given = (client: string, visitor: string) => {
  const [house, session] = [houseOf.get(client), sessions.get(`${visitor} ${realmOf(client)}`)]
  if (!house || !session) throw new Error(`no ${visitor} at ${client}`)
  return { house, session }
}
/** Open-points 2's table, and §2.3. */
const opensByPdf = ['nptuk', 'nptukusd', 'npttransatlantic']
const switchesOf = (client: string): Switches =>
  client === 'npt_otherwise'
    ? { resourcesFor: 'signed-in', opening: 'pdf', givingGuide: 'link' }
    : {
        resourcesFor: client === 'npt' ? 'everybody' : client === 'nptuk' ? 'signed-in' : 'permission',
        opening: opensByPdf.includes(client) ? 'pdf' : 'form',
        givingGuide: client === 'ubs' ? 'link' : 'page',
      }

describe('§2.1 the route table', () => {
  test('every row of the specification stands in the code, with its title, and no row that it does not know', () => {
    const known = allRoutes.map(({ path, title }) => `${inCode(path)} ${title.toLowerCase()}`)
    expect(
      Object.entries(table)
        .map(([path, { title }]) => `${inCode(path)} ${title.toLowerCase()}`)
        .sort(),
    ).toEqual(known.sort())
  })

  test('what is built has code to fetch, what is not has none, and no address stands in both lists', () => {
    expect(screenPaths.filter(path => !table[path]?.load)).toEqual([])
    expect(laterScreenPaths.filter(path => table[path]?.load)).toEqual([])
    expect(new Set([...screenPaths, ...laterScreenPaths]).size).toBe(Object.keys(table).length)
  })

  describe.each(Object.keys(houses))('at %s', client => {
    test.each(Object.keys(visitors) as Visitor[])(
      '%s is let in, sent to sign in or denied as it says',
      who => {
        const { house, session } = given(client, who)
        for (const route of allRoutes) {
          const decided = verdict(rowOf(route)[1], session, house)
          const said = typeof decided === 'object' ? 'elsewhere' : decided
          expect(`${route.path}: ${said}`).toBe(
            `${route.path}: ${expectedAt(route, who, switchesOf(client))}`,
          )
        }
      },
    )

    test.each(Object.keys(visitors) as Visitor[])('§2.3 the menus of %s show only what opens', who => {
      const { house, session } = given(client, who)
      const { main, topBar, help, profile, dashboard } = menusFor(session, house, '/')
      const shown = flat([...main, ...topBar, ...help, ...profile, ...dashboard])
      const leads = (item: MenuItem) => (item.external ? { elsewhere: item.route } : 'open')
      for (const item of shown) {
        const [row] = allRoutes.filter(({ path }) => path === item.route || titled(path, item))
        if (!row) throw new Error(`${item.title} stands in no row`)
        expect(`${item.title}: ${expectedAt(row, who, switchesOf(client))}`).toBe(
          `${item.title}: ${leads(item) === 'open' ? 'open' : 'elsewhere'}`,
        )
      }
      if (who === 'forced') expect(shown).toEqual([])
      if (who === 'signed-out') expect([...profile, ...dashboard]).toEqual([])
    })
  })
})

const flat = (items: readonly MenuItem[]): MenuItem[] => items.flatMap(item => item.children ?? [item])
/** An entry that leads out of the portal bears the address of what stands for the screen. */
const titled = (path: string, { title, external }: MenuItem) =>
  external === true &&
  path === { 'Open a New Account': '/new-account-opening', 'Giving Guide': '/givingpoint' }[title]
const isBuilt = (path: string) => screenPaths.some(built => built === path)
const titlesOf = (items: readonly MenuItem[]) => flat(items).map(({ title }) => title)

describe('§2.3 menus', () => {
  const menusOf = (client: string, who: string, at = '/') => {
    const { house, session } = given(client, who)
    return menusFor(session, house, at)
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
    const { house, session } = given('npt_otherwise', 'donor')
    const bank = menusFor(session, { ...house, kind: 'bank' }, '/').main
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
      const { house, session } = given('npt', who)
      for (const { path, title } of screensFor(session, house)) {
        expect(verdict(rowOf({ path } as SpecifiedRoute)[1], session, house), title).toBe('open')
        expect(['/sign-in', '/sso', '/403']).not.toContain(path)
      }
    }
  })
})

const clientHref = (client: string) => {
  const opening = houses[client]?.opening
  return opening?.kind === 'pdf' ? opening.href : null
}

describe('open-points 2 screens opened by address obey the switches that menus obey', () => {
  test('an account is opened by a PDF, and the guide is a site of its own, where the client says so', () => {
    const { house, session } = given('npt_otherwise', 'donor')
    expect(verdict(screens['/new-account-opening'], session, house)).toEqual({ elsewhere: pdf })
    expect(verdict(screens['/givingpoint'], { state: 'signed-out' }, house)).toEqual({
      elsewhere: guide,
    })
    const viewer = given('npt_otherwise', 'viewer')
    expect(verdict(screens['/new-account-opening'], viewer.session, viewer.house)).toBe('denied')
  })

  test.each(Object.keys(visitors) as Visitor[])(
    '§2.3 the profile menu of %s shows what opens, without Update Password where profile updates are off',
    who => {
      for (const client of Object.keys(houses)) {
        const { house, session } = given(client, who)
        const shown = menusFor(session, house, '/').profile.map(item => item.title)
        const isIn = who !== 'signed-out' && who !== 'forced' && who !== 'withdrawn'
        const updates = ['npt_otherwise', 'ubs'].includes(client) ? [] : ['Update Password']
        expect(shown).toEqual(isIn ? ['Profile', ...updates] : [])
      }
    },
  )

  test('a client whose people all sign in elsewhere has no screen for passwords', () => {
    const { house } = given('npt', 'donor')
    for (const path of ['/password-setup', '/forgot-user', '/my-profile/password']) {
      expect(screenPathOf(path, house)).toBe(path)
      expect(screenPathOf(path, { ...house, signsInByPassword: false })).toBe(null)
    }
  })

  test('where the client takes no profile updates, Update Password is no screen and in no menu', () => {
    const { house, session } = given('npt_otherwise', 'donor')
    expect(screenPathOf('/my-profile/password', house)).toBe(null)
    expect(mayFollow('/my-profile/password', session, house)).toBe(false)
  })
})
