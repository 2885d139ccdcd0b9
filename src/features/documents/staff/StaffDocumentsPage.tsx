import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { UploadForm } from '../../../web/form/UploadForm.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Can } from '../../../web/session/can.tsx'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../../files/domain/document-files.ts'
import { rulesOf } from '../domain/document-types.ts'
import { type StaffDocumentType, staffDocumentTypes } from '../domain/staff-document-types.ts'
import { uploadStaffDocument } from '../staff-documents.contract.ts'
import styles from './StaffDocuments.module.css'
import { StaffDocumentsTable } from './StaffDocumentsTable.tsx'

const types = staffDocumentTypes.map(value => ({ value, text: rulesOf(value).label }))

/** The sponsor's own documents, which belong to no account. */
export function StaffDocumentsPage() {
  const { locale } = clientContext().clientSettings
  return (
    <>
      <PageHeading
        title="Staff Documents"
        isAboveList
        lead="Documents for staff that belong to no account. No one else can see them."
      >
        Staff Documents
      </PageHeading>
      <StaffDocumentsTable />
      <Can action="DOCUMENT_MANAGE">
        <section className={styles.add}>
          <h2>Add a document</h2>
          <UploadForm
            types={types}
            limits={documentLimits}
            accept={acceptedDocuments}
            maxBytes={maxDocumentBytes}
            locale={locale}
            send={send}
          />
        </section>
      </Can>
    </>
  )
}

async function send(file: File, type: StaffDocumentType, onSent: (sent: number, of: number) => void) {
  const query = { name: file.name, type }
  const { fileName } = await call(uploadStaffDocument, { query, upload: file }, { onSent })
  await refreshAll()
  return fileName
}
