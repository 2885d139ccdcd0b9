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
  const asked = useSyncExternalStore(fileChoice.subscribe, fileChoice.read)
  return (
    <Dialog
      title={titles[asked?.kind ?? 'all']}
      size="wide"
      isOpen={asked !== null}
      onClose={() => asked?.answer(null)}
    >
      {asked === null ? null : (
        <>
          <UploadBox kind={asked.kind} onUploaded={file => asked.answer(file)} />
          <FileLibrary key={asked.kind} kind={asked.kind} onChoose={file => asked.answer(file)} />
        </>
      )}
    </Dialog>
  )
}
