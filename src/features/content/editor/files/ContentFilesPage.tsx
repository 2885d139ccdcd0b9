import { useState } from 'react'
import { PageHeading } from '../../../../web/routing/PageHeading.tsx'
import { Alert } from '../../../../web/ui/notices/Alert.tsx'
import type { ManagedFile } from '../../../files/files.contract.ts'
import { EditorNavigation } from '../EditorNavigation.tsx'
import { FileLibrary } from './FileLibrary.tsx'
import { UploadBox } from './UploadBox.tsx'

/** The client's pictures and documents, each with its uses. */
export function ContentFilesPage() {
  const [uploaded, setUploaded] = useState<ManagedFile | null>(null)
  return (
    <>
      <PageHeading
        title="Pictures and documents"
        lead="Files used in the text of this site. You can’t remove a file that a published or submitted text uses."
      >
        Pictures and documents
      </PageHeading>
      <EditorNavigation current="files" />
      <UploadBox kind="all" onUploaded={setUploaded} />
      {uploaded ? (
        <Alert key={uploaded.fileId} kind="success" takesFocus>
          {uploaded.name} is uploaded. You can now use it in any text.
        </Alert>
      ) : null}
      <FileLibrary kind="all" />
    </>
  )
}
