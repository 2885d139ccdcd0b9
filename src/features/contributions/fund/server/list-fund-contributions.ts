import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import type { Actor, AuthorizedAccount } from '../../../../server/auth/actor.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import { rulesOf } from '../../../documents/domain/document-types.ts'
import { documentReader, mayRead } from '../../../documents/server/document-reader.ts'
import { entryViolation } from '../../server/enter-contribution.ts'
import { titleOfReceipt } from '../../server/receipt-text.ts'
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
  return { data: rows.map(row => toResponse(row, { account, actor, client })), meta }
}

function receiptOf(
  { receipt }: FundContributionRow,
  client: Pick<Context['client'], 'locale'>,
): FundContribution['receipt'] {
  if (receipt === null) return null
  const { number, payerKind, state, documentId } = receipt
  return { name: `${titleOfReceipt(payerKind, client)} ${number}`, state, documentId }
}

function toResponse(
  row: FundContributionRow,
  { account, actor, client }: { account: AuthorizedAccount; actor: Actor } & Pick<Context, 'client'>,
): FundContribution {
  const reader = documentReader(actor)
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
    document: reader.types.includes('contribution') ? row.document : null,
    receipt: mayRead(reader, { type: 'tax', readers: rulesOf('tax').readers })
      ? receiptOf(row, client)
      : null,
    mayChange: mayAnnounce && changeViolation(about) === null,
    mayWithdraw: mayAnnounce && withdrawalViolation(about) === null,
  }
}
