import type { Reply } from '../../../contract/endpoint.ts'
import { noticeLabel } from '../../../contract/notice-kinds.ts'
import { keysetPage, mergeRows, splitPage } from '../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { maxAttempts } from '../../../server/jobs/add-job.ts'
import type * as contract from '../mails.contract.ts'
import type { MailState, StoredMail } from '../mails.contract.ts'
import { mailKeysets, readAccountMails, readPersonMails, type StoredMailRow } from './stored-mails.queries.ts'

type Query = {
  state: MailState
  keywords: string
  sort?: string | undefined
  first: number
  after?: string | undefined
}

type Context = Pick<ContextOf<typeof contract.listMails>, 'db' | 'realmDb' | 'client' | 'actor'>

/** The mails of the current book and of the client's people, without their text: it may be confidential. */
export async function listMails(
  { query }: { query: Query },
  { db, realmDb, client, actor }: Context,
): Promise<Reply<typeof contract.listMails>> {
  const page = keysetPage({ query, defaultSort: '-createdAt', keysetsOf: mailKeysets })
  const search = { state: query.state, keywords: query.keywords }
  const sources = await Promise.all([
    readAccountMails(db, search, page),
    readPersonMails(realmDb, client.name, search, page),
  ])
  const counted = {
    total: page.countedTotal ?? sources.reduce((sum, { total }) => sum + total, 0),
    isTotalExact:
      page.countedTotal === null ? sources.every(({ isTotalExact }) => isTotalExact) : page.isTotalExact,
  }
  const merged = mergeRows(
    sources.map(({ rows }) => rows),
    page,
  )
  const { rows, meta } = splitPage({ ...page, ...counted }, merged, counted.total)
  const mayResend = actor.actions.has('MAIL_RESEND')
  return {
    data: rows.map(row => toResponse(row, mayResend, client.locale)),
    meta: { ...meta, isTotalExact: counted.isTotalExact },
  }
}

function toResponse(row: StoredMailRow, mayResend: boolean, locale: string): StoredMail {
  const state = stateOf(row)
  return {
    mailId: row.mail_id,
    state,
    kind: noticeLabel(row.kind, locale),
    to: row.to_address,
    subject: row.subject,
    createdAt: row.created_at.toISOString(),
    sentAt: row.sent_at?.toISOString() ?? null,
    failedAt: row.failed_at?.toISOString() ?? null,
    failure: row.failure,
    attempts: row.attempts,
    isRetried: row.attempts < maxAttempts,
    fundId: row.fund_id === null ? null : Number(row.fund_id),
    mayResend: mayResend && (state === 'failed' || state === 'waiting'),
  }
}

function stateOf({ sent_at, is_expired, attempts }: StoredMailRow): StoredMail['state'] {
  if (sent_at !== null) return 'sent'
  if (is_expired) return 'expired'
  return attempts > 0 ? 'failed' : 'waiting'
}
