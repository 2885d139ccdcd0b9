import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { saveFromLink } from '../../web/api/save-from-link.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { type AccountDocument, downloadDocument } from './documents.contract.ts'

type SavedDocument = Pick<AccountDocument, 'documentId' | 'type' | 'fileName'>

/** Saves documents of the current account: asks for a link and follows it. `saving` is the id of the one that is being fetched. */
export function useSaveDocument() {
  const { id: entityId, fundId } = useCurrentAccount()
  const [saving, setSaving] = useState<string | null>(null)
  const save = async ({ documentId, type, fileName }: SavedDocument) => {
    setSaving(documentId)
    try {
      const { href } = await call(downloadDocument, {
        params: { fundId, documentId },
        query: { entityId, type },
      })
      saveFromLink(href, fileName)
    } catch (failure) {
      showFailure(failure)
    }
    setSaving(null)
  }
  return { saving, save: (document: SavedDocument) => void save(document) }
}
