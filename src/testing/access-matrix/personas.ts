import type { Client } from '../../clients/client.ts'
import { clients, realms } from '../../clients/clients.ts'
import { npt } from '../../clients/configuration/npt.ts'
import { type ClientContext, getClientContext } from '../../contract/client-context.contract.ts'
import type { Reply } from '../../contract/endpoint.ts'
import { getSession } from '../../contract/session.contract.ts'
import { keysOf } from '../../domain/keys-of.ts'
import type { TestApp } from '../app.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { type MatrixBook, makeMatrixBook } from './fixture.ts'
import { type Settings, type Visitor, visitors } from './route-table.ts'

export const pdf = 'https://forms.npt.example/opening.pdf'
export const guide = 'https://guide.npt.example/giving.pdf'
/** All clients, and npt with every setting reversed. */
export const demoClients: Record<string, Client> = {
  ...clients,
  npt_otherwise: {
    ...npt,
    resourcesFor: 'signed-in',
    opening: { kind: 'pdf', href: pdf },
    givingGuide: { kind: 'link', href: guide },
    profileUpdates: false,
  },
}

/** The settings of the clients (§15, §2.3). */
const resourcesFor: { [client: string]: Settings['resourcesFor'] } = { npt: 'everyone', nptuk: 'signed-in' }
const guidesByLink = ['ubs']
const opensByPdf = ['nptuk', 'nptukusd', 'npttransatlantic']
export const settingsOf = (client: string): Settings =>
  client === 'npt_otherwise'
    ? { resourcesFor: 'signed-in', opening: 'pdf', givingGuide: 'link' }
    : {
        resourcesFor: resourcesFor[client] ?? 'permission',
        opening: opensByPdf.includes(client) ? 'pdf' : 'form',
        givingGuide: guidesByLink.includes(client) ? 'link' : 'page',
      }

type ClientSettings = ClientContext['clientSettings']
/** The session as the browser stores it. */
type Session =
  | { state: 'signed-out' }
  | { state: 'signed-in'; facts: Reply<typeof getSession>; fundId: number }

/** The client settings and the session that the server returns, for each client and visitor. */
export async function checkPages(
  portal: TestApp,
): Promise<(client: string, visitor: string) => { clientSettings: ClientSettings; session: Session }> {
  const clientSettingsOf = new Map<string, ClientSettings>()
  const sessions = new Map<string, Session>()
  for (const client of Object.keys(demoClients)) {
    clientSettingsOf.set(client, (await portal.call(getClientContext, {}, { client })).reply.clientSettings)
  }
  for (const realm of realms) {
    const book = await makeMatrixBook(portal, realm)
    for (const visitor of keysOf(visitors))
      sessions.set(`${visitor} ${realm}`, await sessionAs(portal, visitor, book))
  }
  return (client, visitor) => {
    const [clientSettings, session] = [
      clientSettingsOf.get(client),
      sessions.get(`${visitor} ${demoClients[client]?.realm}`),
    ]
    if (!clientSettings || !session) throw new Error(`no ${visitor} at ${client}`)
    return { clientSettings, session }
  }
}

async function sessionAs(portal: TestApp, visitor: Visitor, book: MatrixBook): Promise<Session> {
  if (visitor === 'signed-out') return { state: 'signed-out' }
  const user =
    visitor === 'forced'
      ? await makeDonor(portal, book, { forceEmailChange: true })
      : visitor === 'withdrawn'
        ? await makeDonor(portal, book, { hasAccess: false })
        : book.people[visitors[visitor]].user
  const as = await portal.sessionFor(user)
  const fundId = visitor === 'editor' ? 0 : book.fundId
  return { state: 'signed-in', facts: (await portal.call(getSession, {}, { as, fundId })).reply, fundId }
}

async function makeDonor(
  portal: TestApp,
  book: MatrixBook,
  about: Parameters<typeof makeUser>[1],
): Promise<MadeUser> {
  const user = await makeUser(portal.databases, { realm: book.book, ...about })
  await makeRelationship(portal.databases, book.fund, { user })
  return user
}
