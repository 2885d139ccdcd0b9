import { useState } from 'react'
import { requiredReason } from '../../../contract/required-text.ts'
import { call } from '../../../web/api/call.ts'
import { NoteForm } from '../../../web/form/NoteForm.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { reverseTransfer } from '../../transfers/transfers.contract.ts'

/** Asks a second person to reverse a transfer that was made by mistake. */
export function ReverseTransfer({
  transferId,
  onDone,
}: {
  transferId: string
  onDone: (sentence: string) => void
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure heading="Reverse this transfer" isOpen={isOpen} onToggle={setOpen}>
      <p>
        Someone else has to confirm it. The amount then returns to the giving fund, and we e-mail the donors
        of both funds.
      </p>
      <NoteForm
        label="Why it is reversed"
        hint="The donors of both funds read it."
        submitText="Ask for the reversal"
        text={requiredReason}
        save={reason =>
          call(reverseTransfer, {
            params: { transferId },
            body: { data: { type: 'command', attributes: { reason } } },
          })
        }
        onSaved={() =>
          onDone('The transfer is reversed once a second person confirms it on the page Requests.')
        }
      />
    </Disclosure>
  )
}
