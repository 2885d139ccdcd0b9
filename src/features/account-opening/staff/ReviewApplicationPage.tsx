import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryClient } from '../../../web/api/query.ts'
import { saveFromLink } from '../../../web/api/save-from-link.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { Can } from '../../../web/session/can.tsx'
import { useCurrency } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { FactGroups } from '../../../web/ui/text/FactGroups.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { rulesOf } from '../../documents/domain/document-types.ts'
import { typedAs } from '../../signing/domain/signer-name.ts'
import {
  type AccountApplication,
  type ApplicationDocument,
  downloadApplicationDocument,
  downloadSupportingDocument,
} from '../account-opening.contract.ts'
import { staffStateLabels, stateSigns } from '../domain/application.ts'
import { applicationFacts } from '../domain/application-facts.ts'
import { type ApplicationReview, getApplicationReview } from '../review.contract.ts'
import styles from './Applications.module.css'
import { DecideApplication } from './DecideApplication.tsx'
import { Duplicates } from './Duplicates.tsx'

/** One application with everything that its reviewer needs: the entries, the supporting documents, possible duplicates, and the history. */
export function ReviewApplicationPage() {
  const { applicationId } = useScreenParams('/super-user-dashboard/applications/$applicationId')
  const options = query(getApplicationReview, { params: { applicationId } })
  const loaded = useQuery({
    ...options,
    // A job looks for duplicates within seconds.
    refetchInterval: ({ state: { data } }) =>
      data?.application.state === 'submitted' && data.duplicatesFoundAt === null ? 3000 : false,
  })
  const [done, setDone] = useState<string | null>(null)
  if (loaded.isLoadingError) return <LoadFailure what="The application" requests={[loaded]} />
  if (!loaded.data) return <Skeleton shape="text" lines={12} label="Loading the application" />
  const review = loaded.data
  const show = (next: ApplicationReview, sentence: string) => {
    queryClient.setQueryData(options.queryKey, next)
    setDone(sentence)
  }
  const { application } = review
  const name = application.draft?.account.accountName.trim()
  return (
    <>
      <PageHeading
        title="Review Application"
        status={
          <StatusChip sign={stateSigns[application.state]}>{staffStateLabels[application.state]}</StatusChip>
        }
        lead={`Application ${application.reference}, started by ${application.startedBy}`}
      >
        {name ? name : 'Application'}
      </PageHeading>
      {done === null ? null : (
        <Alert key={done} kind="success" takesFocus>
          <p>{done}</p>
        </Alert>
      )}
      <div className={styles.columns}>
        <div>
          <Facts application={application} />
        </div>
        <div>
          <Can action="APPLICATION_REVIEW">
            <DecideApplication
              review={review}
              onChange={show}
              onAccepted={fundId => {
                setDone(
                  `Accepted. Account ${fundId} was created, and we’ll send its contribution document to the donors for signature.`,
                )
                void loaded.refetch()
              }}
            />
          </Can>
          <Duplicates review={review} onLooked={() => void loaded.refetch()} />
          <SignaturesAndDocuments application={application} />
          <History review={review} />
        </div>
      </div>
    </>
  )
}

function Facts({ application: { draft } }: { application: AccountApplication }) {
  const { locale, legacyPlanShown } = clientContext().clientSettings
  const currency = useCurrency()
  if (draft === null) return null
  const style = { locale, currency, showsPlan: legacyPlanShown }
  return applicationFacts(draft, style).map(({ step, title, groups }) => (
    <section key={step} className={styles.section}>
      <h2>{title}</h2>
      <FactGroups groups={groups} />
    </section>
  ))
}

function SignaturesAndDocuments({ application }: { application: AccountApplication }) {
  const { applicationId, signers, documents, reference } = application
  const { clientSettings } = clientContext()
  return (
    <>
      {signers.length === 0 ? null : (
        <section className={styles.section}>
          <h2>Signatures</h2>
          <ul className={styles.entries}>
            {signers.map(signer => (
              <li key={signer.signerId}>
                {signer.name}
                <Note>
                  {signer.at === null
                    ? 'Not yet'
                    : `${signer.state === 'signed' ? 'Signed' : 'Declined'} on ${formatInstant(signer.at, clientSettings)}`}
                  {signer.signature === null ? null : ` as ${typedAs(signer.signature)}`}
                </Note>
              </li>
            ))}
          </ul>
          <p>
            <Button
              onPress={() =>
                void save(
                  () => call(downloadApplicationDocument, { params: { applicationId } }),
                  `Application ${reference}.pdf`,
                )
              }
            >
              Download the application
            </Button>
          </p>
        </section>
      )}
      <section className={styles.section}>
        <h2>Supporting documents</h2>
        {documents.length === 0 ? <p>No documents yet. You can ask the applicant for them.</p> : null}
        <ul className={styles.entries}>
          {documents.map(document => (
            <DocumentRow key={document.documentId} applicationId={applicationId} document={document} />
          ))}
        </ul>
      </section>
    </>
  )
}

function DocumentRow({ applicationId, document }: { applicationId: string; document: ApplicationDocument }) {
  const { documentId, fileName, type } = document
  return (
    <li>
      {fileName}
      <Note>{rulesOf(type).label}</Note>
      <Button
        kind="text"
        onPress={() =>
          void save(
            () => call(downloadSupportingDocument, { params: { applicationId, documentId } }),
            fileName,
          )
        }
      >
        Download<VisuallyHidden> {fileName}</VisuallyHidden>
      </Button>
    </li>
  )
}

async function save(askForLink: () => Promise<{ href: string }>, fileName: string): Promise<void> {
  try {
    saveFromLink((await askForLink()).href, fileName)
  } catch (failure) {
    showFailure(failure)
  }
}

function History({ review: { events } }: { review: ApplicationReview }) {
  const { clientSettings } = clientContext()
  return (
    <section className={styles.section}>
      <h2>History</h2>
      <ol className={styles.entries}>
        {events.map(({ sentence, by, at, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only added
          <li key={index}>
            {sentence}
            {text === null ? '' : `: ${text}`}
            <Note>
              {by}, {formatInstant(at, clientSettings)}
            </Note>
          </li>
        ))}
      </ol>
    </section>
  )
}
