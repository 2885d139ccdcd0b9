import type { Reply } from '../../contract/endpoint.ts'
import { type ClientContext, getClientContext } from '../../features/shell/shell.contract.ts'
import { getSession } from '../../features/sign-in/sign-in.contract.ts'
import type { Client } from '../../tenants/client.ts'
import { npt } from '../../tenants/clients/npt.ts'
import { clients, realms } from '../../tenants/index.ts'
import type { TestApp } from '../app.ts'
import { makeRelationship } from '../factories/make-relationship.ts'
import { type MadeUser, makeUser } from '../factories/make-user.ts'
import { makeWalkBook, type WalkBook } from './fixture.ts'
import { type Switches, type Visitor, visitors } from './route-table.ts'

export const pdf = 'https://forms.npt.example/opening.pdf'
export const guide = 'https://guide.npt.example/giving.pdf'
/** All clients as they are, and npt with every switch the other way. */
export const houses: Record<string, Client> = {
  ...clients,
  npt_otherwise: {
    ...npt,
    resourcesFor: 'signed-in',
    opening: { kind: 'pdf', href: pdf },
    givingGuide: { kind: 'link', href: guide },
    profileUpdates: false,
  },
}

/** Open-points 2's table, and §2.3. */
const resourcesFor: { [client: string]: Switches['resourcesFor'] } = { npt: 'everybody', nptuk: 'signed-in' }
const guidesByLink = ['ubs']
const opensByPdf = ['nptuk', 'nptukusd', 'npttransatlantic']
export const switchesOf = (client: string): Switches =>
  client === 'npt_otherwise'
    ? { resourcesFor: 'signed-in', opening: 'pdf', givingGuide: 'link' }
    : {
        resourcesFor: resourcesFor[client] ?? 'permission',
        opening: opensByPdf.includes(client) ? 'pdf' : 'form',
        givingGuide: guidesByLink.includes(client) ? 'link' : 'page',
      }

type House = ClientContext['house']
/** As the browser keeps it. */
type Session =
  | { state: 'signed-out' }
  | { state: 'signed-in'; facts: Reply<typeof getSession>; fundId: number }

/** Everybody at each client, with what the server itself tells them of it and of themselves. */
export async function visitHouses(
  portal: TestApp,
): Promise<(client: string, visitor: string) => { house: House; session: Session }> {
  const houseOf = new Map<string, House>()
  const sessions = new Map<string, Session>()
  for (const client of Object.keys(houses)) {
    houseOf.set(client, (await portal.call(getClientContext, {}, { client })).reply.house)
  }
  for (const realm of realms) {
    const book = await makeWalkBook(portal, realm)
    for (const visitor of Object.keys(visitors) as Visitor[])
      sessions.set(`${visitor} ${realm}`, await sessionAs(portal, visitor, book))
  }
  return (client, visitor) => {
    const [house, session] = [houseOf.get(client), sessions.get(`${visitor} ${houses[client]?.realm}`)]
    if (!house || !session) throw new Error(`no ${visitor} at ${client}`)
    return { house, session }
  }
}

async function sessionAs(portal: TestApp, visitor: Visitor, book: WalkBook): Promise<Session> {
  if (visitor === 'signed-out') return { state: 'signed-out' }
  const user =
    visitor === 'forced'
      ? await donorWho(portal, book, { forceEmailChange: true })
      : visitor === 'withdrawn'
        ? await donorWho(portal, book, { hasAccess: false })
        : book.people[visitors[visitor]].user
  const as = await portal.sessionFor(user)
  const fundId = visitor === 'editor' ? 0 : book.fundId
  return { state: 'signed-in', facts: (await portal.call(getSession, {}, { as, fundId })).reply, fundId }
}

async function donorWho(
  portal: TestApp,
  book: WalkBook,
  about: Parameters<typeof makeUser>[1],
): Promise<MadeUser> {
  const user = await makeUser(portal.databases, { realm: book.book, ...about })
  await makeRelationship(portal.databases, book.fund, { user })
  return user
}
