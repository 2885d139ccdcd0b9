import { useSyncExternalStore } from 'react'
import { Dialog } from '../../../../web/ui/overlay/Dialog.tsx'
import { FileLibrary } from './FileLibrary.tsx'
import { type FileKind, fileChoice } from './file-choice.ts'
import { UploadBox } from './UploadBox.tsx'

const titles = {
  all: 'Choose a file',
  picture: 'Choose a picture',
  pdf: 'Choose a document',
} as const satisfies Record<FileKind, string>

/** The dialog of `pickFile`: choose one of the client's files or upload one. */
export function FileChoiceHost() {
  const request = useSyncExternalStore(fileChoice.subscribe, fileChoice.read)
  return (
    <Dialog
      title={titles[request?.kind ?? 'all']}
      size="wide"
      isOpen={request !== null}
      onClose={() => request?.choose(null)}
    >
      {request === null ? null : (
        <>
          <UploadBox kind={request.kind} onUploaded={file => request.choose(file)} />
          <FileLibrary key={request.kind} kind={request.kind} onChoose={file => request.choose(file)} />
        </>
      )}
    </Dialog>
  )
}
