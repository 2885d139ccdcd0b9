import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor, AuthorizedAccount } from '../../../../server/auth/actor.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { readableTypes } from '../../../documents/domain/document-types.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import type * as contract from '../fund-contributions.contract.ts'
import type { FundContribution } from '../fund-contributions.contract.ts'
import { changeViolation, withdrawalViolation } from './announcement-rules.ts'
import {
  type FundContributionRow,
  fundContributionKeysets,
  listFundContributionRows,
} from './fund-contributions.queries.ts'

type Context = Pick<ContextOf<typeof contract.listFundContributions>, 'db' | 'client' | 'account' | 'actor'>

/** What was given to the fund, and what is announced or expected. */
export async function listFundContributions(
  { query }: Pick<HandlerInput<typeof contract.listFundContributions>, 'query'>,
  { db, client, account, actor }: Context,
): Promise<Reply<typeof contract.listFundContributions>> {
  const page = keysetPage({ query, defaultSort: '-date', keysetsOf: fundContributionKeysets })
  const { keywords, state, kind, year } = query
  const found = await listFundContributionRows(
    db,
    { accountId: account.accountId, timeZone: client.timeZone, keywords, state, kind, year },
    page,
  )
  const { rows, meta } = splitPage(page, found, Number(found[0]?.total ?? page.countedTotal ?? 0))
  return { data: rows.map(row => toResponse(row, { account, actor })), meta }
}

function toResponse(
  row: FundContributionRow,
  { account, actor }: { account: AuthorizedAccount; actor: Actor },
): FundContribution {
  const mayAnnounce = actor.actions.has('CONTRIBUTION_ANNOUNCE') && entryViolation(account) === null
  const about = { ...row, isFiled: row.is_filed }
  return {
    id: row.id,
    transactionId: Number(row.transaction_id),
    date: row.dated_on,
    kind: row.kind,
    way: row.way,
    amountMinor: row.amount_minor,
    assets: row.assets,
    state: row.state,
    sendsOn: row.sends_on,
    sentFrom: row.sent_from,
    // For the sponsor's staff; the person who may change it reads it in the form.
    note: mayAnnounce ? row.note : null,
    revision: row.revision,
    document: readableTypes(actor.actions).includes('contribution') ? row.document : null,
    mayChange: mayAnnounce && changeViolation(about) === null,
    mayWithdraw: mayAnnounce && withdrawalViolation(about) === null,
  }
}
