import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { UploadForm } from '../../web/form/UploadForm.tsx'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../files/domain/document-files.ts'
import { roleName } from '../people/domain/relationship-labels.ts'
import styles from './AccountDocuments.module.css'
import { uploadDocument } from './documents.contract.ts'
import {
  type DocumentType,
  documentTypeNames,
  possibleReaders,
  type ReaderRole,
  rulesOf,
} from './domain/document-types.ts'

const types = documentTypeNames.map(value => ({ value, text: rulesOf(value).label }))

/** Adds a document to the account (DOCUMENT_MANAGE): its type, who may read it, and the file, which is uploaded at once. */
export function UploadDocument({ fundId }: { fundId: number }) {
  const { locale } = clientContext().clientSettings
  const [readers, setReaders] = useState<readonly ReaderRole[]>([])
  const send = async (file: File, type: DocumentType, onSent: (sent: number, of: number) => void) => {
    const { fileName } = await call(
      uploadDocument,
      { params: { fundId }, query: { name: file.name, type, readers: readers.join(',') }, upload: file },
      { onSent },
    )
    await refreshAll()
    return fileName
  }
  return (
    <section className={styles.section}>
      <h2>Add a document</h2>
      <UploadForm
        types={types}
        limits={documentLimits}
        accept={acceptedDocuments}
        maxBytes={maxDocumentBytes}
        locale={locale}
        onType={type => setReaders(rulesOf(type).readers)}
        violation={readers.length === 0 ? 'Choose who can read the document.' : null}
        send={send}
      >
        {({ type, isSending }) => (
          <fieldset className={styles.readers} disabled={isSending}>
            <legend>Who can read it, besides staff who see all accounts</legend>
            {possibleReaders(type).map(role => (
              <Checkbox
                key={role}
                name={`reader-${role}`}
                value={readers.includes(role)}
                onChange={isReader =>
                  setReaders(isReader ? [...readers, role] : readers.filter(each => each !== role))
                }
              >
                {roleName(role, locale)}
              </Checkbox>
            ))}
          </fieldset>
        )}
      </UploadForm>
    </section>
  )
}
