import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayFollow } from '../../app/web/menu.ts'
import { type Screen, screens } from '../../app/web/screens.ts'
import { laterScreenPaths, screenPathOf, screenPaths } from '../../contract/screen-paths.ts'
import { checkPages, demoClients, guide, pdf, settingsOf } from '../../testing/access-matrix/personas.ts'
import {
  expectedAt,
  ownRoutes,
  type SpecifiedRoute,
  specifiedRoutes,
  type Visitor,
  visitors,
} from '../../testing/access-matrix/route-table.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { verdict } from './guards.ts'

// Every route × everybody × each client, with what the server itself tells of them. What is expected is written down
// from the specification in src/testing/access-matrix/route-table.ts.

let portal: TestApp
let given: Awaited<ReturnType<typeof checkPages>>

beforeAll(async () => {
  portal = await startTestApp({ clients: { ...demoClients } })
  given = await checkPages(portal)
})
afterAll(() => portal.close())

const inCode = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$id').replace(/\$\w+/g, '$')
const allRoutes = [...specifiedRoutes, ...ownRoutes]
const table: Record<string, Screen> = screens
const rowOf = (route: SpecifiedRoute): [string, Screen] => {
  const found = Object.entries(table).find(([path]) => inCode(path) === inCode(route.path))
  if (!found) throw new Error(`${route.path} stands in no row`)
  return found
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

  describe.each(Object.keys(demoClients))('at %s', client => {
    test.each(Object.keys(visitors) as Visitor[])(
      '%s is let in, sent to sign in or denied as it says',
      who => {
        const { clientSettings, session } = given(client, who)
        for (const route of allRoutes) {
          const decided = verdict(rowOf(route)[1], session, clientSettings)
          const said = typeof decided === 'object' ? 'elsewhere' : decided
          expect(`${route.path}: ${said}`).toBe(
            `${route.path}: ${expectedAt(route, who, settingsOf(client))}`,
          )
        }
      },
    )
  })
})

describe('open-points 2 screens opened by address obey the switches that menus obey', () => {
  test('an account is opened by a PDF, and the guide is a site of its own, where the client says so', () => {
    const { clientSettings, session } = given('npt_otherwise', 'donor')
    expect(verdict(screens['/new-account-opening'], session, clientSettings)).toEqual({ elsewhere: pdf })
    expect(verdict(screens['/givingpoint'], { state: 'signed-out' }, clientSettings)).toEqual({
      elsewhere: guide,
    })
    const viewer = given('npt_otherwise', 'viewer')
    expect(verdict(screens['/new-account-opening'], viewer.session, viewer.clientSettings)).toBe('denied')
  })

  test('a client whose people all sign in elsewhere has no screen for passwords', () => {
    const { clientSettings } = given('npt', 'donor')
    for (const path of ['/password-setup', '/forgot-user', '/my-profile/password']) {
      expect(screenPathOf(path, clientSettings)).toBe(path)
      expect(screenPathOf(path, { ...clientSettings, signsInByPassword: false })).toBe(null)
    }
  })

  test('where the client takes no profile updates, Update Password is no screen and in no menu', () => {
    const { clientSettings, session } = given('npt_otherwise', 'donor')
    expect(screenPathOf('/my-profile/password', clientSettings)).toBe(null)
    expect(mayFollow('/my-profile/password', session, clientSettings)).toBe(false)
  })
})
