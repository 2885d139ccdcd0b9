import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { reverseCaseEntry } from '../../estate-cases/estate-cases.contract.ts'

type ReverseCaseEntryProps = {
  caseId: string
  entryId: string
  /** A release of excluded assets concerns one fund, and nobody is mailed. */
  isRelease: boolean
  onDone: (sentence: string) => void
}

/** Asks a second person to take back a transfer of a case, or a release of its assets, that was made by mistake. */
export function ReverseCaseEntry({ caseId, entryId, isRelease, onDone }: ReverseCaseEntryProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure heading="Take this back" isOpen={isOpen} onToggle={setOpen}>
      <p>
        Someone else has to confirm it.{' '}
        {isRelease
          ? 'The amount is then an excluded asset again.'
          : 'The amount then returns to the fund of the case. While the case is open, you can change the recipient of the share there. We e-mail the donors of both funds.'}
      </p>
      <NoteForm
        label="Why it is taken back"
        hint={isRelease ? 'The donors of the fund read it.' : 'The donors of both funds read it.'}
        submitText="Ask to take it back"
        text={requiredReason}
        save={reason =>
          call(reverseCaseEntry, {
            params: { caseId, entryId },
            body: { data: { type: 'command', attributes: { reason } } },
          })
        }
        onSaved={() => onDone('It is taken back once a second person confirms it on the page Requests.')}
      />
    </Disclosure>
  )
}
