import { useState } from 'react'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { AddBySearch } from '../../../web/list/AddBySearch.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { fieldId } from '../../../web/ui/fields/field-props.ts'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Entry, EntryList } from '../../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { charityChoice } from '../../charities/domain/charity-choice.ts'
import { percentage } from '../../legacy-plan/domain/legacy-plan.ts'
import {
  fundIdOfKey,
  fundKey,
  type Recipient,
  recipientKey,
  recipientsTotal,
} from '../domain/closing-recipients.ts'
import styles from './Cases.module.css'

type Fund = { fundId: number; accountName: string }

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

/** Moves the focus once the form shows the change. */
function focusSoon(name: string): void {
  requestAnimationFrame(() => document.getElementById(fieldId(name))?.focus())
}

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
        label={`Share of ${recipient.name}, in percent`}
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

const kinds = [
  { value: 'charity', text: 'Add a charity' },
  { value: 'fund', text: 'Add a fund' },
] as const

type AddRecipientProps = Pick<ClosingRecipientsProps, 'fundId' | 'funds'> & {
  taken: readonly string[]
  onAdd: (recipient: Recipient) => void
}

function AddRecipient({ fundId, funds, taken, onAdd }: AddRecipientProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value'] | null>(null)
  return (
    <>
      <ChoiceBar label="Add a recipient" choices={kinds} value={kind} onChange={setKind} />
      {kind === 'charity' ? (
        <AddBySearch
          label={inClientEnglish('Find a charity by its name, number or town')}
          name="charity-search"
          what="charities"
          queryOf={keywords => query(searchCharities, { query: { keywords, first: 10 } })}
          choicesOf={({ data }) => data.map(charityChoice)}
          taken={taken}
          addText="Add"
          onAdd={({ id, name, facts }) =>
            onAdd({ name, facts, percentage: '', charityId: id, toFundId: null })
          }
        />
      ) : null}
      {kind === 'fund' ? <AddFund fundId={fundId} funds={funds} taken={taken} onAdd={onAdd} /> : null}
    </>
  )
}

const factsOf = ({ fundId }: Pick<Fund, 'fundId'>) => `Account ID ${fundId}`

/** The funds of the donors come first; others are found by name or account ID. */
function AddFund({ fundId, funds, taken, onAdd }: AddRecipientProps) {
  const { currentDbHeader } = clientContext()
  const add = (fund: Fund) =>
    onAdd({
      ...{ name: fund.accountName, facts: factsOf(fund), percentage: '' },
      ...{ charityId: null, toFundId: fund.fundId },
    })
  return (
    <>
      <EntryList>
        {funds.map(fund => (
          <Entry
            key={fund.fundId}
            action={
              taken.includes(fundKey(fund.fundId)) ? null : (
                <Button kind="text" onPress={() => add(fund)}>
                  Add<VisuallyHidden> {fund.accountName}</VisuallyHidden>
                </Button>
              )
            }
          >
            {fund.accountName}
            <p>{factsOf(fund)}</p>
            {taken.includes(fundKey(fund.fundId)) ? <p>Already added</p> : null}
          </Entry>
        ))}
      </EntryList>
      <AddBySearch
        label="Find another fund by its name or account ID"
        name="fund-search"
        what="funds"
        queryOf={keywords => query(searchAccounts, { query: { keywords, first: 10, querySecondary: false } })}
        choicesOf={({ data }) =>
          data
            .filter(({ currency }) => currency === currentDbHeader)
            .map(found => ({
              id: fundKey(found.fundId),
              name: found.accountName.replace(` (${found.accountStatus})`, ''),
              facts: [factsOf(found), found.donorName].filter(Boolean).join(', '),
              refusal:
                found.fundId === fundId
                  ? 'This fund closes'
                  : found.accountStatus === 'Active'
                    ? null
                    : `${found.accountStatus}: it cannot receive money`,
            }))
        }
        taken={taken}
        addText="Add"
        onAdd={({ id, name }) => add({ fundId: fundIdOfKey(id), accountName: name })}
      />
    </>
  )
}
