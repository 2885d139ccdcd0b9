import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getSession } from '../../contract/session.contract.ts'
import { nameOf } from '../../testing/access-matrix/describe-access.ts'
import { examples, examplesOf } from '../../testing/access-matrix/examples.ts'
import { type MatrixBook, makeMatrixBook } from '../../testing/access-matrix/fixture.ts'
import { actionsOf, personas } from '../../testing/access-matrix/matrix.ts'
import { startTestApp, type TestApp } from '../../testing/app.ts'
import { testClock } from '../../testing/clock.ts'
import { routes } from './routes.ts'

// Checks that the access matrix covers every endpoint. Each feature's server/access.test.ts checks its endpoints.

let portal: TestApp
let npt: MatrixBook

beforeAll(async () => {
  portal = await startTestApp({ clock: testClock() })
  npt = await makeMatrixBook(portal, 'npt')
})
afterAll(() => portal.close())

test('every endpoint has an example call', () => {
  const named = new Set(examples.map(({ endpoint }) => nameOf(endpoint)))
  const missing = routes.map(({ endpoint }) => nameOf(endpoint)).filter(name => !named.has(name))
  expect(missing, 'give these an example in src/testing/access-matrix/examples').toEqual([])
  const gone = [...named].filter(name => !routes.some(({ endpoint }) => nameOf(endpoint) === name))
  expect(gone, 'these are no endpoints any more').toEqual([])
})

test.each(Object.keys(examplesOf))('%s has an access test', feature => {
  const folder = feature === 'app' ? '.' : `../../features/${feature}/server`
  expect(existsSync(new URL(`${folder}/access.test.ts`, import.meta.url))).toBe(true)
})

/** Routes outside the list of endpoints. None of them shows anything of a book without a session, and each has its own tests. */
const besideTheList = [
  '/healthz',
  '/api/openapi.json',
  '/api/docs',
  '/api/sign-in/start',
  // Identity providers redirect here (src/features/identity/oidc/server).
  '/api/sign-in/returned',
  '/api/sign-in/saml',
  '/api/sign-in/backchannel-logout',
  // Webhooks of the providers of signatures, which sign their bodies (src/features/signing/server/signature-events.ts).
  '/api/signature-events/:provider',
  // Images and PDFs of the host's client, open to anyone (src/features/files/server).
  '/files/:fileId/:name',
  '/charity-logos/:name',
  // Documents of accounts, each for the session that asked for the link (src/features/documents/server).
  '/documents/:currency/:token',
  // SupportingDocuments of applications, documents of a realm's staff and documents of vettings, in the same way.
  '/documents/:currency/applications/:token',
  '/documents/staff/:token',
  '/documents/vettings/:token',
  // Files about the site, the same for everyone (src/features/pages/server/serve-site-files.ts).
  '/robots.txt',
  '/icon.svg',
  '/picture.svg',
  '/favicon.ico',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/guides/statement-guide.pdf',
  '/guides/account-opening-guide.pdf',
  '/guides/giving-guide.pdf',
  '/guides/contribution-form.pdf',
  '/guides/legacy-plan-form.pdf',
  '/guides/closing-form.pdf',
  '/dev/mail',
  // An address that a page had before.
  '/super-user-dashboard/documents',
  '*',
]

test('every route is an endpoint or listed here', () => {
  const listed = new Set(routes.map(({ endpoint }) => endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')))
  const stack: string[] = []
  const unlisted: string[] = []
  for (const line of portal.app.printRoutes({ commonPrefix: false }).split('\n')) {
    const [, indent = '', part = ''] = /^([│ ]*)[├└]── (\S+) /.exec(line) ?? []
    if (part === '') continue
    stack.splice(indent.length / 4, Number.POSITIVE_INFINITY, part)
    const address = stack.join('')
    if (
      !listed.has(address) &&
      !besideTheList.some(known => address === known || address.startsWith(`${known}/`))
    )
      unlisted.push(address)
  }
  expect(unlisted).toEqual([])
  expect(stack.join('')).toBe('/healthz')
})

test.each(personas.filter(persona => persona !== 'signed-out'))(
  '%s holds exactly the permissions of the matrix (§14)',
  async persona => {
    const session = await npt.sessionOf(persona)
    const { reply } = await portal.call(getSession, {}, session ? { as: session } : {})
    expect([...reply.actions].sort()).toEqual([...actionsOf[persona]].sort())
    const scope = persona === 'content_editor' ? ['cms_access'] : ['api_access']
    expect(reply.scope).toEqual(persona === 'super_user' ? ['api_access', 'cms_access'] : scope)
  },
)
