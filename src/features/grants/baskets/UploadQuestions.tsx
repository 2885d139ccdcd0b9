import { Button } from '../../../web/ui/actions/Button.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '../../../web/ui/overlay/Dialog.tsx'

/** What a person has decided about a file. */
export type UploadChoices = { again?: boolean; hiddenRows?: 'include' | 'leave-out' }

/** A file that was not accepted before a question is answered, and what was decided before. */
export type UploadQuestion = {
  about: 'again' | 'hiddenRows'
  text: string
  file: File
  choices: UploadChoices
}

type UploadQuestionsProps = {
  question: UploadQuestion | null
  onCancel: () => void
  onAnswer: (file: File, choices: UploadChoices) => void
}

/** The question about a file: whether it is uploaded again, or what happens to its hidden rows. */
export function UploadQuestions({ question, onCancel, onAnswer }: UploadQuestionsProps) {
  const answer = (about: UploadChoices) => {
    if (question) onAnswer(question.file, { ...question.choices, ...about })
  }
  return (
    <>
      <ConfirmDialog
        title="Upload this file again?"
        isOpen={question?.about === 'again'}
        onCancel={onCancel}
        onConfirm={() => answer({ again: true })}
        confirmText="Yes, upload it again"
        cancelText="No, go back"
      >
        <p>{question?.text}</p>
      </ConfirmDialog>
      <Dialog
        title="Include the hidden rows?"
        isOpen={question?.about === 'hiddenRows'}
        onClose={onCancel}
        actions={
          <>
            <Button autoFocus onPress={() => answer({ hiddenRows: 'leave-out' })}>
              Leave them out
            </Button>
            <Button onPress={() => answer({ hiddenRows: 'include' })}>Include them</Button>
          </>
        }
      >
        <p>{question?.text}</p>
      </Dialog>
    </>
  )
}
