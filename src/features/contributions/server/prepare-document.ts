import type { Kysely } from 'kysely'
import type { HandlerInput, Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { localEnglish } from '../../../domain/local-english.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { publishedBlock } from '../../content/server/published-content.ts'
import type { prepareContributionDocument } from '../contributions.contract.ts'
import { kindsOfContribution } from '../domain/contribution.ts'
import { advanceDocument } from './advance-document.ts'
import { findOpenDocument, insertDocument, type NewDocumentRow } from './contribution-documents.queries.ts'
import { type ContributionRow, findContribution, lockContribution } from './contributions.queries.ts'
import { contentOf } from './document-content.ts'
import { entryViolation } from './enter-contribution.ts'
import { signersFor } from './signers.ts'

type Context = ContextOf<typeof prepareContributionDocument>

/**
 * Prepares the document of a contribution from the client's managed text and the account's data. A job draws it and creates its
 * envelope. Preparing it again while there is one changes nothing.
 */
export async function prepareOne(
  { params }: HandlerInput<typeof prepareContributionDocument>,
  context: Context,
): Promise<Reply<typeof prepareContributionDocument>> {
  const { db, account } = context
  const contribution = await findContribution(db, account.accountId, params.contributionId)
  if (!contribution) throw new Problem('not-found')
  const violation = entryViolation(account)
  if (violation !== null) throw new Problem('conflict', { detail: violation })
  return await db.transaction().execute(async trx => {
    if ((await lockContribution(trx, contribution.contribution_id)) === 'cancelled')
      throw new Problem('conflict', {
        detail: localEnglish('This contribution was cancelled.', context.client.locale),
      })
    if (await prepareDocument(trx, contribution, context)) return { state: 'preparing' as const }
    const open = await findOpenDocument(trx, contribution.contribution_id)
    if (!open) throw new Error(`the contribution ${contribution.contribution_id} accepts no document`)
    return { state: open.state }
  })
}

/** Adds the document of a contribution and the job that draws it. @returns false if the contribution has one. */
export async function prepareDocument(
  trx: Kysely<DB>,
  contribution: ContributionRow,
  context: PreparingContext,
): Promise<boolean> {
  const { row, signers } = await documentOf(trx, contribution, context)
  const documentId = await insertDocument(trx, row, signers)
  if (documentId === null) return false
  await addJob(trx, advanceDocument, { documentId }, { key: documentId })
  return true
}

type PreparingContext = Omit<Context, 'account'>

async function documentOf(db: Kysely<DB>, contribution: ContributionRow, context: PreparingContext) {
  const { client, actor, clock, signatures } = context
  const kind = kindsOfContribution[contribution.kind].document
  const template = await publishedBlock(context, kind)
  if (!template)
    throw new Problem('conflict', {
      detail: 'The text of this document is hidden. An editor must publish it.',
    })
  const { needs_countersignature: needsCountersignature } = contribution
  const signers = await signersFor(db, contribution.account_id, { client, needsCountersignature })
  const at = clock.now()
  const content = contentOf(template, contribution, { client, signers, at })
  const row: NewDocumentRow = {
    contribution_id: contribution.contribution_id,
    account_id: contribution.account_id,
    kind,
    client: client.name,
    provider: signatures.nameFor(client),
    file_name: `${content.title.slice(0, 80)} ${contribution.transaction_id}.pdf`,
    template_version: template.version,
    content: JSON.stringify(content),
    prepared_by: actor.userId,
    prepared_by_name: nameOf(actor),
    prepared_at: at,
  }
  return { row, signers }
}
