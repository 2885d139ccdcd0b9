import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { formatDate, formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { saveFromLink } from '../../../web/api/save-from-link.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { useUpload } from '../../../web/form/use-upload.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { FileDrop } from '../../../web/ui/fields/FileDrop.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { acceptedDocuments, documentLimits, maxDocumentBytes } from '../../files/domain/document-files.ts'
import { dueDiligence, maxVettingDocuments, vettingBasisLabels } from '../domain/vetting.ts'
import {
  addVettingDocument,
  confirmVetting,
  declineVetting,
  downloadVettingDocument,
  type Vetting,
  vettingNote,
} from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { vettedName } from './vetted-name.ts'

type VettingCardProps = {
  vetting: Vetting
  mayEdit: boolean
  /** False where a heading above it names the charity. */
  hasHeading?: boolean
}

/** A vetting with its documents, and with the forms for its decision while it awaits confirmation. */
export function VettingCard({ vetting, mayEdit, hasHeading = true }: VettingCardProps) {
  const { locale, timeZone } = clientContext().clientSettings
  const { city, usState, street, postalCode, charityId, alsoKnownAs, decidedAt } = vetting
  const isWaiting = vetting.state === 'proposed'
  const isDiligence = vetting.basis === dueDiligence
  return (
    <article aria-label={vettedName(vetting)} className={styles.card}>
      {hasHeading ? <h3>{vettedName(vetting)}</h3> : null}
      <DescriptionList
        items={[
          { term: isDiligence ? 'Number' : 'Our number', description: charityId },
          ...(alsoKnownAs === null ? [] : [{ term: 'Also known as', description: alsoKnownAs }]),
          {
            term: 'Address',
            description: [street, city, [usState, postalCode].filter(Boolean).join(' ')]
              .filter(Boolean)
              .join(', '),
          },
          { term: 'Basis', description: vettingBasisLabels[vetting.basis] },
          { term: 'What the documents show', description: vetting.finding },
          { term: 'Valid until', description: formatDate(vetting.expiresOn, locale) },
          {
            term: 'Entered',
            description: `by ${vetting.proposedByName}, ${formatInstant(vetting.proposedAt, { locale, timeZone })}`,
          },
          ...(decidedAt === null
            ? []
            : [
                {
                  term: vetting.state === 'declined' ? 'Declined' : 'Confirmed',
                  description: `by ${vetting.decidedByName}, ${formatInstant(decidedAt, { locale, timeZone })}: ${vetting.note}`,
                },
              ]),
        ]}
      />
      <Documents vetting={vetting} mayAdd={mayEdit && isWaiting} level={hasHeading ? 4 : 3} />
      {mayEdit && isWaiting ? <Decision vetting={vetting} /> : null}
    </article>
  )
}

type DocumentsProps = { vetting: Vetting; mayAdd: boolean; level: 3 | 4 }

function Documents({ vetting, mayAdd, level }: DocumentsProps) {
  const Heading = `h${level}` as const
  const { locale } = clientContext().clientSettings
  const { sent, refusal, refused, upload } = useUpload({ limits: documentLimits, maxBytes: maxDocumentBytes })
  const { vettingId, documents, name } = vetting
  const add = (file: File) =>
    upload(file, async onSent => {
      const sentDocument = { params: { vettingId }, query: { name: file.name.slice(0, 255) }, upload: file }
      await call(addVettingDocument, sentDocument, { onSent })
      await refreshAll()
      showToast({ className: 'success', header: `${sentDocument.query.name} was added.` })
    })
  return (
    <>
      <Heading>Documents</Heading>
      {documents.length === 0 ? <p>None yet. A vetting can’t be confirmed without documents.</p> : null}
      <ul aria-label={`Documents about ${name}`} hidden={documents.length === 0}>
        {documents.map(document => (
          <li key={document.documentId}>
            {document.name}{' '}
            <Button kind="text" onPress={() => void save(vettingId, document)}>
              Download<VisuallyHidden> {document.name}</VisuallyHidden>
            </Button>
          </li>
        ))}
      </ul>
      {mayAdd && documents.length < maxVettingDocuments ? (
        <FileDrop
          limits={documentLimits}
          accept={acceptedDocuments}
          locale={locale}
          sent={sent}
          refusal={refusal}
          again={refused && (() => void add(refused))}
          onFile={file => void add(file)}
        />
      ) : null}
    </>
  )
}

async function save(vettingId: string, { documentId, name }: Vetting['documents'][number]): Promise<void> {
  try {
    const { href } = await call(downloadVettingDocument, { params: { vettingId, documentId } })
    saveFromLink(href, name)
  } catch (failure) {
    showFailure(failure)
  }
}

function Decision({ vetting: { vettingId, name, basis, confirmationRefusal } }: { vetting: Vetting }) {
  const [choice, setChoice] = useState<'confirm' | 'decline' | null>(null)
  const say = (header: string) => {
    showToast({ className: 'success', header })
    void refreshAll()
  }
  const decide = (endpoint: typeof confirmVetting | typeof declineVetting) => (note: string) =>
    call(endpoint, { params: { vettingId }, body: { data: { type: 'command', attributes: { note } } } })
  return (
    <>
      <ChoiceBar
        label={`Decision about ${name}`}
        choices={[
          { value: 'confirm', text: 'Confirm' },
          { value: 'decline', text: 'Decline' },
        ]}
        value={choice}
        onChange={setChoice}
      />
      {choice === 'confirm' && confirmationRefusal !== null ? <p>{confirmationRefusal}</p> : null}
      {choice === 'confirm' && confirmationRefusal === null ? (
        <NoteForm
          onSaved={() => say(`The vetting of ${name} was confirmed.`)}
          label="What you checked"
          hint={
            basis === dueDiligence
              ? 'Grants to the charity can be approved and paid from now on.'
              : 'Donors can find the charity from now on.'
          }
          submitText="Confirm this vetting"
          text={vettingNote}
          save={decide(confirmVetting)}
        />
      ) : null}
      {choice === 'decline' ? (
        <NoteForm
          onSaved={() => say(`The vetting of ${name} was declined.`)}
          label="Reason for declining"
          submitText="Decline this vetting"
          text={requiredReason}
          save={decide(declineVetting)}
        />
      ) : null}
    </>
  )
}
