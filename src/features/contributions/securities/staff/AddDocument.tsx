import { call } from '../../../../web/api/call.ts'
import { refreshAll } from '../../../../web/api/query.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { FormHeading } from '../../../../web/form/FormHeading.tsx'
import { useUpload } from '../../../../web/form/use-upload.ts'
import { Button } from '../../../../web/ui/actions/Button.tsx'
import { FileDrop } from '../../../../web/ui/fields/FileDrop.tsx'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../../../files/domain/document-files.ts'
import styles from '../../staff/Contributions.module.css'
import { addHoldingDocument, maxHoldingDocuments } from '../holding-documents.contract.ts'
import type { HoldingFormProps } from './holding-form.ts'

/** Adds a document about an asset, such as its appraisal; it is uploaded as soon as it is chosen or dropped. */
export function AddDocument({ holding, onDone, onCancel }: HoldingFormProps) {
  const { holdingId, fundId, description } = holding
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, upload } = useUpload({ limits: documentLimits, maxBytes: maxDocumentBytes })
  const add = (file: File) =>
    upload(file, async onSent => {
      await call(
        addHoldingDocument,
        { params: { fundId, holdingId }, query: { name: file.name.slice(0, 255) }, upload: file },
        { fundId, onSent },
      )
      onDone(`${file.name} was added to ${description}.`)
      void refreshAll()
    })
  return (
    <section className={styles.form} aria-label="Add a document">
      <FormHeading level={2}>Document about {description}</FormHeading>
      <p>
        Such as an appraisal or a tax form: up to {maxHoldingDocuments}. Staff and auditors can read it,
        donors can’t.
      </p>
      <FileDrop
        limits={documentLimits}
        accept={acceptedDocuments}
        locale={locale}
        sent={sent}
        refusal={refusal}
        again={refused && (() => void add(refused))}
        onFile={file => void add(file)}
      />
      <p>
        <Button isDisabled={sent !== null} onPress={onCancel}>
          Go back
        </Button>
      </p>
    </section>
  )
}
