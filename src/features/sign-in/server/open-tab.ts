import type { Given, Reply } from '../../../contract/endpoint.ts'
import type { BaseContext, ContextOf } from '../../../server/http/request-context.ts'
import { type Actor, accountInQuestion, actorOf } from '../../../server/session/actor.ts'
import { type AskingAbout, whoIsAsking } from '../../../server/session/who-is-asking.ts'
import { getAccountOverview } from '../../accounts/accounts.contract.ts'
import { accountOverview } from '../../accounts/server/account-overview.ts'
import { listAccounts } from '../../accounts/server/accounts.queries.ts'
import type { openTab } from '../sign-in.contract.ts'
import { requireSameOrigin } from './require-same-origin.ts'
import { factsOf } from './session-facts.ts'

/**
 * A new tab has the cookie and no token yet. It is given one, if it is a tab of this very origin, and with it who is
 * signed in and the account to begin with, as the bar shows it: the one last used in this browser, else their first by name.
 */
export async function openTabOf(
  { body }: Given<typeof openTab>,
  context: ContextOf<typeof openTab>,
): Promise<Reply<typeof openTab>> {
  requireSameOrigin(context)
  const { sessions, client, book, clock, request, reply } = context
  const now = clock.now()
  const session = await sessions.ofCookie(request, client, now)
  if (!session) return { opening: null }
  const about = {
    sessionId: session.sessionId,
    cookie: session.cookie,
    client: client.name,
    book: book.name,
    now,
  }
  const somebody = await actorAt(context, { ...about, fundId: 0 })
  if (!somebody) return { opening: null }
  await sessions.extend(reply, client, session, now)
  for (const choose of mayChoose(somebody.actor) ? [lastUsed, firstByName] : []) {
    const fundId = await choose(context, somebody.actor, body.lastUsed)
    const there = fundId === undefined ? null : await actorAt(context, { ...about, fundId })
    if (fundId === undefined || !there?.account) continue
    const { actor, account } = there
    const [facts, shown] = await Promise.all([
      factsOf({ ...context, actor }),
      actor.actions.has(getAccountOverview.access)
        ? accountOverview(undefined, { ...context, actor, account })
        : null,
    ])
    return { opening: { facts, fundId, account: shown } }
  }
  return { opening: { facts: await factsOf({ ...context, ...somebody }), fundId: 0, account: null } }
}

async function actorAt({ db }: BaseContext, about: AskingAbout) {
  const asking = await whoIsAsking(db, about)
  if (!asking) return null
  const actor = actorOf(asking, about.sessionId)
  return { actor, account: about.fundId === 0 ? null : accountInQuestion(asking, actor, about.fundId) }
}

function mayChoose({ hasAccess, actions }: Actor): boolean {
  return hasAccess && actions.has('USER_SS_VIEW')
}

async function lastUsed(_context: BaseContext, { userId }: Actor, byUser: Readonly<Record<string, number>>) {
  return Object.hasOwn(byUser, userId) ? byUser[userId] : undefined
}

async function firstByName({ db }: BaseContext, { userId, seesEveryAccount }: Actor) {
  const { rows } = await listAccounts(db, {
    userId,
    seesEveryAccount,
    keywords: '',
    sort: 'accountName',
    descending: false,
    first: 1,
    offset: 0,
  })
  return rows[0] && Number(rows[0].fund_id)
}
