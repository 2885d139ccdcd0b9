import type { HandlerInput, Reply } from '../../../../contract/endpoint.ts'
import { dateOf } from '../../../../domain/dates.ts'
import { keysetPage, splitPage } from '../../../../server/http/keyset-page.ts'
import type { ContextOf } from '../../../../server/http/request-context.ts'
import type * as contract from '../../staff-documents.contract.ts'
import type { StaffDocument } from '../../staff-documents.contract.ts'
import { listedForMs } from '../retention.ts'
import { documentKeysets } from '../stored-documents.queries.ts'
import { requireReader } from './require-on-realm.ts'
import { listStaffDocumentRows, type StaffDocumentRow } from './staff-documents.queries.ts'

type Context = ContextOf<typeof contract.listStaffDocuments>

export async function listStaffDocuments(
  { query }: HandlerInput<typeof contract.listStaffDocuments>,
  { realmDb, actor, client }: Context,
): Promise<Reply<typeof contract.listStaffDocuments>> {
  requireReader(actor)
  const page = keysetPage({ query, defaultSort: '-addedDate', keysetsOf: documentKeysets })
  const found = await listStaffDocumentRows(realmDb, client.realm, page)
  const { rows, meta } = splitPage(page, found.rows, found.total)
  return { data: rows.map(row => toResponse(row, client)), meta }
}

export function toResponse(row: StaffDocumentRow, { timeZone }: Context['client']): StaffDocument {
  const { archived_at: archivedAt, removal_listed_at: listedAt } = row
  const dateIn = (at: Date | null) => (at === null ? null : dateOf(at, timeZone))
  return {
    documentId: row.document_id,
    fileName: row.name,
    type: row.type,
    addedDate: dateOf(row.added_at, timeZone),
    bytes: row.bytes,
    archivedDate: dateIn(archivedAt),
    deletionDate: dateIn(listedAt && new Date(listedAt.getTime() + listedForMs)),
  }
}
