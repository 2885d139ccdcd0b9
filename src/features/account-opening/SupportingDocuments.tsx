import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { saveFromLink } from '../../web/api/save-from-link.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { UploadForm } from '../../web/form/UploadForm.tsx'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Entry, EntryList } from '../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { rulesOf } from '../documents/domain/document-types.ts'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../files/domain/document-files.ts'
import styles from './AccountOpening.module.css'
import {
  type AccountApplication,
  type ApplicationDocument,
  addSupportingDocument,
  documentTypes,
  downloadSupportingDocument,
} from './account-opening.contract.ts'

const types = documentTypes.map(value => ({ value, text: rulesOf(value).label }))
const endedStates = ['accepted', 'declined', 'withdrawn']

/** Identity documents and the like, which only the starter and the reviewers can open. */
export function SupportingDocuments({ application }: { application: AccountApplication }) {
  const { applicationId, documents, state } = application
  const { locale } = clientContext().clientSettings
  const send = async (
    file: File,
    type: (typeof documentTypes)[number],
    onSent: (sent: number, of: number) => void,
  ) => {
    const query = { name: file.name, type }
    const { fileName } = await call(
      addSupportingDocument,
      { params: { applicationId }, query, upload: file },
      { onSent },
    )
    await refreshAll()
    return fileName
  }
  if (endedStates.includes(state) && documents.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Supporting documents</h2>
      <p>Add copies of identity documents if we ask for them. Only you and our reviewers can open them.</p>
      {documents.length === 0 ? null : (
        <EntryList>
          {documents.map(document => (
            <Entry
              key={document.documentId}
              action={
                <Button kind="text" onPress={() => void save(applicationId, document)}>
                  Download<VisuallyHidden> {document.fileName}</VisuallyHidden>
                </Button>
              }
            >
              {document.fileName}
              <p>
                {rulesOf(document.type).label}, {formatDate(document.addedDate, locale)}
              </p>
            </Entry>
          ))}
        </EntryList>
      )}
      {endedStates.includes(state) ? null : (
        <UploadForm
          types={types}
          limits={documentLimits}
          accept={acceptedDocuments}
          maxBytes={maxDocumentBytes}
          locale={locale}
          send={send}
        />
      )}
    </section>
  )
}

async function save(applicationId: string, { documentId, fileName }: ApplicationDocument): Promise<void> {
  try {
    const { href } = await call(downloadSupportingDocument, { params: { applicationId, documentId } })
    saveFromLink(href, fileName)
  } catch (failure) {
    showFailure(failure)
  }
}
