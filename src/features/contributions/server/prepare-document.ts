import type { Kysely } from 'kysely'
import { Problem } from '../../../contract/problems.ts'
import { nameOf } from '../../../server/auth/actor.ts'
import type { DB } from '../../../server/db/schema.ts'
import type { ContextOf } from '../../../server/http/request-context.ts'
import { addJob } from '../../../server/jobs/add-job.ts'
import { publishedBlock } from '../../content/server/published-content.ts'
import type * as contract from '../contributions.contract.ts'
import { kindsOfContribution } from '../domain/contribution.ts'
import { advanceDocument } from './advance-document.ts'
import { insertDocument, type NewDocumentRow } from './contribution-documents.queries.ts'
import type { ContributionRow } from './contributions.queries.ts'
import { contentOf } from './document-content.ts'
import { signersFor } from './signers.ts'

export type Context = ContextOf<typeof contract.prepareContributionDocument>

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
  const { book, client, actor, clock, signatures } = context
  const kind = kindsOfContribution[contribution.kind].document
  const template = await publishedBlock(context, kind)
  if (!template)
    throw new Problem('conflict', {
      detail: 'The text of this document is hidden. An editor must publish it.',
    })
  const { needs_countersignature: needsCountersignature } = contribution
  const signers = await signersFor(db, contribution.account_id, { client, needsCountersignature })
  const at = clock.now()
  const content = contentOf(template, contribution, { book, client, signers, at })
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
