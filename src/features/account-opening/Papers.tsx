import { formatDate } from '../../domain/dates.ts'
import { call } from '../../web/api/call.ts'
import { refreshEverywhere } from '../../web/api/refresh-everywhere.ts'
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
  type ApplicationPaper,
  addApplicationPaper,
  downloadApplicationPaper,
  paperTypes,
} from './account-opening.contract.ts'

const types = paperTypes.map(value => ({ value, text: rulesOf(value).label }))
const endedStates = ['accepted', 'declined', 'withdrawn']

/** Identity documents and the like, which only the starter and the reviewers can open. */
export function Papers({ application }: { application: AccountApplication }) {
  const { applicationId, papers, state } = application
  const { locale } = clientContext().clientSettings
  const send = async (
    file: File,
    type: (typeof paperTypes)[number],
    onSent: (sent: number, of: number) => void,
  ) => {
    const query = { name: file.name, type }
    const { fileName } = await call(
      addApplicationPaper,
      { params: { applicationId }, query, upload: file },
      { onSent },
    )
    await refreshEverywhere()
    return fileName
  }
  if (endedStates.includes(state) && papers.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>Supporting documents</h2>
      <p>Add copies of identity documents if we ask for them. Only you and our reviewers can open them.</p>
      {papers.length === 0 ? null : (
        <EntryList>
          {papers.map(paper => (
            <Entry
              key={paper.documentId}
              action={
                <Button kind="text" onPress={() => void save(applicationId, paper)}>
                  Download<VisuallyHidden> {paper.fileName}</VisuallyHidden>
                </Button>
              }
            >
              {paper.fileName}
              <p>
                {rulesOf(paper.type).label}, {formatDate(paper.addedDate, locale)}
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

async function save(applicationId: string, { documentId, fileName }: ApplicationPaper): Promise<void> {
  try {
    const { href } = await call(downloadApplicationPaper, { params: { applicationId, documentId } })
    saveFromLink(href, fileName)
  } catch (failure) {
    showFailure(failure)
  }
}
