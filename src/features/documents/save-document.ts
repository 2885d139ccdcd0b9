import { call } from '../../web/api/call.ts'
import { saveFromLink } from '../../web/api/save-from-link.ts'
import { type AccountDocument, downloadDocument } from './documents.contract.ts'

/** Asks for a link to the document and follows it: the browser saves what it gets. */
export async function saveDocument(
  { fundId, accountId }: { fundId: number; accountId: string },
  { documentId, type, fileName }: AccountDocument,
): Promise<void> {
  const { href } = await call(downloadDocument, {
    params: { fundId, documentId },
    query: { entityId: accountId, type },
  })
  saveFromLink(href, fileName)
}
