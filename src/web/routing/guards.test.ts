import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rareScreens } from '../../app/web/rare-screens.ts'
import { screenComponents } from '../../app/web/screens.ts'
import { type Screen, screenPathOf, screenPaths, screenRows, screens } from '../../contract/screens.ts'
import { keysOf } from '../../domain/keys-of.ts'
import { checkPages, demoClients, guide, pdf, settingsOf } from '../../testing/access-matrix/personas.ts'
import {
  expectedAt,
  ownRoutes,
  type SpecifiedRoute,
  specifiedRoutes,
  visitors,
} from '../../testing/access-matrix/route-table.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { checkGuard, mayFollow } from './guards.ts'

// Checks every route × visitor × client with the server's own answers. The expectations are written from the requirements
// in src/testing/access-matrix/route-table.ts.

let portal: TestApp
let pageOf: Awaited<ReturnType<typeof checkPages>>

beforeAll(async () => {
  portal = await startTestApp({ clients: { ...demoClients } })
  pageOf = await checkPages(portal)
})
afterAll(() => portal.close())

const normalize = (path: string) => path.replaceAll(/\{(\w+)\}/g, '$id').replace(/\$\w+/g, '$')
const allRoutes = [...specifiedRoutes, ...ownRoutes]
const screenOf = (route: SpecifiedRoute): Screen => {
  const row = screenRows.find(([path]) => normalize(path) === normalize(route.path))
  if (!row) throw new Error(`the table of screens lacks ${route.path}`)
  return row[1]
}

describe('the table of screens (§2.1)', () => {
  test('has exactly the specified routes, each with its title', () => {
    const expected = allRoutes.map(({ path, title }) => `${normalize(path)} ${title.toLowerCase()}`)
    expect(screenRows.map(([path, { title }]) => `${normalize(path)} ${title.toLowerCase()}`).sort()).toEqual(
      expected.sort(),
    )
  })

  test('has a component for each screen, and for no other', () => {
    expect([...Object.keys(screenComponents), ...Object.keys(rareScreens)].sort()).toEqual(
      [...screenPaths].sort(),
    )
  })

  describe.each(Object.keys(demoClients))('at %s', client => {
    test.each(keysOf(visitors))('admits, redirects or denies %s as specified', visitor => {
      const { clientSettings, session } = pageOf(client, visitor)
      for (const route of allRoutes) {
        const decision = checkGuard(screenOf(route), session, clientSettings)
        const outcome = typeof decision === 'object' ? 'elsewhere' : decision
        expect(`${route.path}: ${outcome}`).toBe(
          `${route.path}: ${expectedAt(route, visitor, settingsOf(client))}`,
        )
      }
    })
  })
})

describe('client settings that replace or remove a screen (§15)', () => {
  test('lead to the client’s PDF for opening an account and to its own giving guide', () => {
    const { clientSettings, session } = pageOf('npt_otherwise', 'donor')
    expect(checkGuard(screens['/new-account-opening'], session, clientSettings)).toEqual({ elsewhere: pdf })
    expect(checkGuard(screens['/givingpoint'], { state: 'signed-out' }, clientSettings)).toEqual({
      elsewhere: guide,
    })
    const viewer = pageOf('npt_otherwise', 'viewer')
    expect(checkGuard(screens['/new-account-opening'], viewer.session, viewer.clientSettings)).toBe('denied')
  })

  test('remove the password screens of a client without passwords', () => {
    const { clientSettings } = pageOf('npt', 'donor')
    for (const path of ['/password-setup', '/forgot-user', '/my-profile/password']) {
      expect(screenPathOf(path, clientSettings)).toBe(path)
      expect(screenPathOf(path, { ...clientSettings, signsInByPassword: false })).toBe(null)
    }
  })

  test('remove Update Password and its links where the client disables profile updates', () => {
    const { clientSettings, session } = pageOf('npt_otherwise', 'donor')
    expect(screenPathOf('/my-profile/password', clientSettings)).toBe(null)
    expect(mayFollow('/my-profile/password', session, clientSettings)).toBe(false)
  })
})
