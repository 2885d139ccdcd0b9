import { useState } from 'react'
import { formatDate } from '../../../../domain/dates.ts'
import { call } from '../../../../web/api/call.ts'
import { saveFromLink } from '../../../../web/api/save-from-link.ts'
import { showFailure } from '../../../../web/api/show-failure.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { VisuallyHidden } from '../../../../web/ui/text/VisuallyHidden.tsx'
import { downloadDocument } from '../../../documents/documents.contract.ts'
import { documentTitle } from '../../../documents/domain/document-title.ts'
import type { HoldingDocument } from '../holding-documents.contract.ts'
import type { Holding } from '../holdings.contract.ts'
import styles from './HoldingDocuments.module.css'

/** The documents about an asset, each with its download. */
export function HoldingDocuments({ holding: { documents, description } }: { holding: Holding }) {
  const { locale } = clientContext().clientSettings
  const [saving, setSaving] = useState<string | null>(null)
  const save = async (document: HoldingDocument) => {
    setSaving(document.documentId)
    await saveDocument(document)
    setSaving(null)
  }
  if (documents.length === 0) return null
  return (
    <ul className={styles.documents} aria-label={`Documents about ${description}`}>
      {documents.map(each => (
        <li key={each.documentId}>
          <Button
            kind="text"
            isPending={saving === each.documentId}
            pendingText="Processing..."
            onPress={() => void save(each)}
          >
            <VisuallyHidden>Download </VisuallyHidden>
            {documentTitle(each.fileName)}
          </Button>{' '}
          {formatDate(each.addedDate, locale, 'short')}
        </li>
      ))}
    </ul>
  )
}

async function saveDocument({ documentId, fundId, accountId, fileName }: HoldingDocument): Promise<void> {
  try {
    const { href } = await call(
      downloadDocument,
      { params: { fundId, documentId }, query: { entityId: accountId, type: 'asset' } },
      { fundId },
    )
    saveFromLink(href, fileName)
  } catch (failure) {
    showFailure(failure)
  }
}
