import { useCurrency } from '../../../web/session/session.ts'
import { ReceiveAssets } from '../securities/staff/ReceiveAssets.tsx'
import { BounceContribution } from './BounceContribution.tsx'
import { CancelContribution } from './CancelContribution.tsx'
import { CorrectContribution } from './CorrectContribution.tsx'
import { EnterContribution } from './EnterContribution.tsx'
import { MoveContribution } from './MoveContribution.tsx'
import { ReceiveContribution } from './ReceiveContribution.tsx'
import { ReverseContribution } from './ReverseContribution.tsx'
import type { OpenForm } from './use-preparing.ts'

const forms = {
  cancel: CancelContribution,
  correct: CorrectContribution,
  reverse: ReverseContribution,
  move: MoveContribution,
  bounce: BounceContribution,
} as const

type OpenedFormProps = {
  form: OpenForm
  /** The account to which staff are limited; null: any of the book. */
  fundId: number | null
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** The form above the table, if one is open. */
export function OpenedForm({ form, fundId, onDone, onCancel }: OpenedFormProps) {
  const currency = useCurrency()
  if (form === null) return null
  if (form === 'enter')
    return <EnterContribution fundId={fundId} currency={currency} onDone={onDone} onCancel={onCancel} />
  const { kind, contribution } = form
  const { contributionId } = contribution
  if (kind === 'receive') {
    const Receive = contribution.kind === 'securities' ? ReceiveAssets : ReceiveContribution
    return (
      <Receive
        key={contributionId}
        contribution={contribution}
        currency={currency}
        onDone={onDone}
        onCancel={onCancel}
      />
    )
  }
  const Form = forms[kind]
  return (
    <Form key={`${kind} ${contributionId}`} contribution={contribution} onDone={onDone} onCancel={onCancel} />
  )
}
