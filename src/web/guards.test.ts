import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isScreenPath, laterScreenPaths, screenPaths } from '../contract/screen-paths.ts'
import { type ClientContext, getClientContext } from '../features/shell/shell.contract.ts'
import { getSession } from '../features/sign-in/sign-in.contract.ts'
import type { Client } from '../tenants/client.ts'
import { clients, realms } from '../tenants/index.ts'
import { npt } from '../tenants/npt.ts'
import { startTestApp, type TestApp } from '../testing/app.ts'
import { makeRelationship } from '../testing/factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../testing/factories/make-user.ts'
import { makeWalkBook, type WalkBook } from '../testing/walk/fixture.ts'
import {
  expectedAt,
  ownRoutes,
  type SpecifiedRoute,
  type Switches,
  specifiedRoutes,
  type Visitor,
  visitors,
} from '../testing/walk/route-table.ts'
import { verdict } from './guards.ts'
import { mayFollow, menuFor, profileMenuFor } from './menu.ts'
import { type Screen, screens } from './screens.ts'
import type { Session } from './session/session-store.ts'

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

    test.each(Object.keys(visitors) as Visitor[])('§2.3 the menu of %s shows only what opens', who => {
      const { house, session } = given(client, who)
      const shown = menuFor(session, house, '/').map(item => item.route)
      const opens = allRoutes
        .filter(route => expectedAt(route, who, switchesOf(client)) === 'open')
        .map(({ path }) => path)
      expect(opens).toEqual(expect.arrayContaining(shown))
      if (who === 'forced' || who === 'signed-out') expect(shown).toEqual([])
    })
  })
})

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
        const shown = profileMenuFor(session, house).map(item => item.title)
        const isIn = who !== 'signed-out' && who !== 'forced' && who !== 'withdrawn'
        const updates = ['npt_otherwise', 'ubs'].includes(client) ? [] : ['Update Password']
        expect(shown).toEqual(isIn ? ['Profile', ...updates] : [])
      }
    },
  )

  test('a client whose people all sign in elsewhere has no screen for passwords', () => {
    const { house } = given('npt', 'donor')
    for (const path of ['/password-setup', '/forgot-user', '/my-profile/password']) {
      expect(isScreenPath(path, house)).toBe(true)
      expect(isScreenPath(path, { ...house, signsInByPassword: false })).toBe(false)
    }
  })

  test('where the client takes no profile updates, Update Password is no screen and in no menu', () => {
    const { house, session } = given('npt_otherwise', 'donor')
    expect(isScreenPath('/my-profile/password', house)).toBe(false)
    expect(mayFollow('/my-profile/password', session, house)).toBe(false)
  })
})
