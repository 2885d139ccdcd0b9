import { randomUUID } from 'node:crypto'
import {
  enterContribution,
  listContributions,
  prepareContributionDocument,
} from '../../features/contributions/contributions.contract.ts'
import type { ContributionContent } from '../../features/contributions/domain/contribution.ts'
import { signPendingDocument } from '../../features/contributions/pending-documents.contract.ts'
import type { DocumentPlace } from '../../features/contributions/server/advance-document.ts'
import type { TestApp } from '../app.ts'
import type { MadeFund, Person } from '../factories/make-fund.ts'
import { jobsDone } from '../mailbox.ts'

const command = <A>(attributes: A) => ({ data: { type: 'command' as const, attributes } })
const cash: ContributionContent = { kind: 'cash', amountMinor: 2_500_00n }

/** What staff and signers do with contribution documents, over HTTP. The test runs a worker. */
export const signingCalls = (portal: TestApp, staff: Person) => ({
  /** Enters a contribution and prepares its document; returns when its envelope exists, or could not be created. */
  prepare: async (
    fund: MadeFund,
    about: { content?: ContributionContent; needsCountersignature?: boolean } = {},
  ) => {
    const { content = cash, needsCountersignature = false } = about
    const params = { fundId: fund.fundId }
    const { reply } = await portal.call(
      enterContribution,
      { params, body: command({ content, needsCountersignature }) },
      { as: staff.session, idempotencyKey: randomUUID() },
    )
    const { contributionId, transactionId } = reply
    const prepared = await portal.call(
      prepareContributionDocument,
      { params: { ...params, contributionId }, body: command({}) },
      { as: staff.session },
    )
    if (prepared.status !== 200) throw new Error(prepared.problem.detail)
    const { rows } = await portal.database.admin.query(
      'select contribution_document_id as id from contribution_document where contribution_id = $1',
      [contributionId],
    )
    return { contributionId, transactionId, documentId: rows[0].id as string, fund }
  },
  sign: (fund: MadeFund, transactionId: number, as: Person) =>
    portal.call(
      signPendingDocument,
      { params: { fundId: fund.fundId }, body: command({ accountId: fund.accountId, transactionId }) },
      { as: as.session },
    ),
  rowOf: async (fund: MadeFund, transactionId: number) => {
    const { reply } = await portal.call(
      listContributions,
      { query: { keywords: String(transactionId) } },
      { as: staff.session },
    )
    const row = reply.data.find(each => each.fundId === fund.fundId)
    if (!row) throw new Error(`no contribution ${transactionId}`)
    return row
  },
  /** A webhook of the provider, as it sends it. */
  webhook: async (
    envelopeId: string,
    change: { body?: string; provider?: string; signature?: string } = {},
  ) => {
    const { body, headers } = portal.signatures.webhook(envelopeId)
    const response = await portal.app.inject({
      method: 'POST',
      url: `/api/signature-events/${change.provider ?? 'quill'}`,
      headers: {
        host: 'npt.localhost:3000',
        ...headers,
        ...(change.signature === undefined ? {} : { 'x-quill-signature': change.signature }),
      },
      payload: change.body ?? body,
    })
    return response.statusCode
  },
  mailsAbout: async (fund: MadeFund) => {
    await jobsDone(portal)
    const { rows } = await portal.database.admin.query<{ kind: string; to_address: string; body: string }>(
      'select kind, to_address, body from outgoing_mail where account_id = $1 order by created_at, mail_id',
      [fund.accountId],
    )
    return rows
  },
})

/** Where the test itself advances documents, as the job does. */
export const documentPlace = (portal: TestApp, book = 'npt'): DocumentPlace => ({
  book,
  db: portal.databases.book(book),
  documentFiles: portal.documentFiles,
  signatures: portal.signatures,
  originPattern: 'http://{client}.localhost:3000',
  clock: portal.clock,
})
