import type { FieldHandle } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { percentage } from '../../legacy-plan/domain/legacy-plan.ts'
import { type Recipient, recipientKey, recipientsTotal } from '../domain/closing-recipients.ts'
import { AddRecipient, type Fund } from './AddRecipient.tsx'
import styles from './Cases.module.css'
import { focusSoon } from './focus-soon.ts'

type ClosingRecipientsProps = FieldHandle<readonly Recipient[]> & {
  /** The fund that closes. */
  fundId: number
  /** Funds of its donors, and the general fund. */
  funds: readonly Fund[]
}

/** Who receives the money of a closing fund: each is chosen from the register or from the funds, and has its share. */
export function ClosingRecipients({ value, onChange, errors, name, ...props }: ClosingRecipientsProps) {
  const taken = value.map(recipientKey)
  const add = (recipient: Recipient) => {
    onChange([...value, recipient])
    focusSoon(shareField(recipient))
  }
  return (
    <fieldset id={fieldId(name)} tabIndex={-1} className={styles.recipients}>
      <legend>Who receives the money</legend>
      {value.map(recipient => (
        <RecipientFields
          key={recipientKey(recipient)}
          recipient={recipient}
          onChange={typed =>
            onChange(value.map(each => (each === recipient ? { ...each, percentage: typed } : each)))
          }
          onRemove={() => {
            onChange(value.filter(each => each !== recipient))
            focusSoon(name)
          }}
        />
      ))}
      {value.length === 0 ? null : <p role="status">Total: {percentage(recipientsTotal(value))}</p>}
      {errors.length === 0 ? null : <Alert kind="danger">{errors.join(' ')}</Alert>}
      <AddRecipient {...props} taken={taken} onAdd={add} />
    </fieldset>
  )
}

const shareField = (recipient: Recipient): string => `share-${recipientKey(recipient)}`

type RecipientFieldsProps = {
  recipient: Recipient
  onChange: (percentage: string) => void
  onRemove: () => void
}

function RecipientFields({ recipient, onChange, onRemove }: RecipientFieldsProps) {
  return (
    <div className={styles.recipient}>
      <p>
        <strong>{recipient.name}</strong>
        <br />
        {recipient.facts}
      </p>
      <TextField
        label={`${recipient.name}’s share (%)`}
        name={shareField(recipient)}
        inputMode="numeric"
        isShort
        isRequired
        autoComplete="off"
        value={recipient.percentage}
        onChange={onChange}
      />
      <Button kind="text" onPress={onRemove}>
        Remove<VisuallyHidden> {recipient.name}</VisuallyHidden>
      </Button>
    </div>
  )
}
