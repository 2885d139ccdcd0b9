import { useState } from 'react'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { uploadRefusal } from '../../web/form/upload-refusal.ts'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { FileDrop, type SentBytes } from '../../web/ui/fields/FileDrop.tsx'
import { Select } from '../../web/ui/fields/Select.tsx'
import { roleName } from '../account-details/domain/relationship-labels.ts'
import styles from './AccountDocuments.module.css'
import { uploadDocument } from './documents.contract.ts'
import { documentFiles, largestDocumentBytes } from './domain/document-files.ts'
import {
  type DocumentType,
  documentTypeNames,
  possibleReaders,
  type ReaderRole,
  rulesOf,
} from './domain/document-types.ts'

const types = documentTypeNames.map(value => ({ value, text: rulesOf(value).label }))
const accept = Object.keys(documentFiles).join(',')
const limits = `PDF, PNG or JPEG, up to ${largestDocumentBytes / 1024 / 1024} MB`

/** Adds a document to the account (DOCUMENT_MANAGE): its type, who may read it, and the file, which is uploaded at once. */
export function UploadDocument({ fundId }: { fundId: number }) {
  const { locale } = clientContext().clientSettings
  const [type, setType] = useState<DocumentType | null>(null)
  const [typeErrors, setTypeErrors] = useState<readonly string[]>([])
  const [readers, setReaders] = useState<readonly ReaderRole[]>([])
  const [sent, setSent] = useState<SentBytes | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [added, setAdded] = useState('')

  const choose = (chosen: DocumentType) => {
    setType(chosen)
    setTypeErrors([])
    setReaders(rulesOf(chosen).readers)
  }
  const send = async (file: File) => {
    setAdded('')
    const refused = file.size > largestDocumentBytes ? `The file is too large. ${limits}.` : null
    setRefusal(refused)
    if (type === null) setTypeErrors(['Choose the type of the document first'])
    if (type === null || refused !== null) return
    if (readers.length === 0) return setRefusal('Choose who can read the document.')
    setSent({ sentBytes: 0, ofBytes: file.size })
    try {
      const stored = await call(
        uploadDocument,
        { params: { fundId }, query: { name: file.name, type, readers: readers.join(',') }, upload: file },
        { onSent: (sentBytes, ofBytes) => setSent({ sentBytes, ofBytes }) },
      )
      setAdded(`${stored.fileName} was added.`)
      await refreshEverywhere()
    } catch (failure) {
      setRefusal(uploadRefusal(failure))
    } finally {
      setSent(null)
    }
  }
  return (
    <section className={styles.section}>
      <h2>Add a Document</h2>
      <div className={styles.form}>
        <Select
          label="Type"
          name="new-document-type"
          value={type}
          choices={types}
          onChange={choose}
          errors={typeErrors}
          isRequired
          isDisabled={sent !== null}
        />
        {type === null ? null : (
          <fieldset className={styles.readers} disabled={sent !== null}>
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
        <FileDrop
          limits={limits}
          accept={accept}
          locale={locale}
          sent={sent}
          refusal={refusal}
          onFile={file => void send(file)}
        />
        <p role="status">{added}</p>
      </div>
    </section>
  )
}
