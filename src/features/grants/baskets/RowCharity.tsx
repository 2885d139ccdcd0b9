import { clientContext } from '../../../web/client-context/client-context.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { BesideLogo } from '../../../web/ui/pictures/BesideLogo.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { typedCharityId } from '../../charities/domain/typed-charity-id.ts'
import styles from './Basket.module.css'
import type { BasketRow } from './drafts.contract.ts'
import type { RowActions } from './use-row.ts'
import { useTyped } from './use-typed.ts'

type RowCharityProps = { row: BasketRow; save: RowActions; isFile: boolean }

const nameOfRow = ({ charity, content }: BasketRow): string =>
  charityName(charity?.name ?? content.charityName ?? 'No charity')

/** The charity of a row with its warnings, each of which has a checkbox to accept it. A number from a file can be corrected. */
export function RowCharity({ row, save, isFile }: RowCharityProps) {
  const { charity, warnings, errors } = row
  const problem = errors.find(({ field }) => field === 'charityId')?.message
  const name = nameOfRow(row)
  return (
    <BesideLogo name={name} logoUrl={charity?.logoUrl ?? null}>
      <span className={styles.name}>{name}</span>
      {charity ? (
        <Note>
          {charity.place === null ? null : `${charity.place} · `}
          {charity.taxId}
        </Note>
      ) : null}
      {problem !== undefined && isFile ? <NumberField row={row} save={save} problem={problem} /> : null}
      {problem !== undefined && !isFile ? <span className={styles.problem}>{problem}</span> : null}
      {warnings.map(({ key, message, isAccepted }) => (
        <Warning
          key={key}
          name={`accept-${row.draftId}-${key}`}
          message={message}
          isAccepted={isAccepted}
          onAccept={accepted => save.accept(row, key, accepted)}
        />
      ))}
    </BesideLogo>
  )
}

type WarningProps = {
  name: string
  message: string
  isAccepted: boolean
  /** Whether it was saved. */
  onAccept: (accepted: boolean) => Promise<boolean>
}

/** A warning and its checkbox, which changes immediately while it is saved, and back if it could not be. */
function Warning({ name, message, isAccepted, onAccept }: WarningProps) {
  const [isTicked, setTicked] = useTyped(isAccepted)
  return (
    <div className={styles.warning}>
      <Checkbox
        name={name}
        value={isTicked}
        onChange={async accepted => {
          setTicked(accepted)
          if (!(await onAccept(accepted))) setTicked(!accepted)
        }}
      >
        {message} Recommend it anyway.
      </Checkbox>
    </div>
  )
}

function NumberField({ row, save, problem }: Omit<RowCharityProps, 'isFile'> & { problem: string }) {
  const { currentDbHeader: currency } = clientContext()
  const [text, setText] = useTyped(row.content.given?.taxId ?? '')
  const change = () => {
    if (text === row.content.given?.taxId) return
    const charityId = typedCharityId(text, currency) ?? null
    const given = { amount: '', naming: '', purpose: '', ...row.content.given, taxId: text.slice(0, 40) }
    void save.change(row, { charityId, given })
  }
  return (
    <TextField
      label={currency === 'USD' ? 'Tax ID (EIN)' : 'Charity number'}
      name={`number-${row.draftId}`}
      value={text}
      onChange={setText}
      onBlur={change}
      errors={[problem]}
    />
  )
}

export function RemoveRow({ row, save }: { row: BasketRow; save: RowActions }) {
  const name = nameOfRow(row)
  return (
    <Button kind="text" onPress={() => void save.remove(row, name)}>
      Remove<VisuallyHidden> the grant to {name}</VisuallyHidden>
    </Button>
  )
}
