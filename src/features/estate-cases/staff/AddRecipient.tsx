import { useState } from 'react'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { AddBySearch } from '../../../web/list/AddBySearch.tsx'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Entry, EntryList } from '../../../web/ui/sections/EntryList.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { searchAccounts } from '../../accounts/accounts.contract.ts'
import { searchCharities } from '../../charities/charities.contract.ts'
import { charityChoice } from '../../charities/domain/charity-choice.ts'
import { fundIdOfKey, fundKey, type Recipient } from '../domain/closing-recipients.ts'

export type Fund = { fundId: number; accountName: string }

const kinds = [
  { value: 'charity', text: 'Add a charity' },
  { value: 'fund', text: 'Add a fund' },
] as const

type AddRecipientProps = {
  /** The fund whose money it is. */
  fundId: number
  /** Funds to choose from without a search. */
  funds: readonly Fund[]
  taken: readonly string[]
  /** The recipient without a share. */
  onAdd: (recipient: Recipient) => void
}

/** Finds a charity in the register or a fund of the book. */
export function AddRecipient({ fundId, funds, taken, onAdd }: AddRecipientProps) {
  const [kind, setKind] = useState<(typeof kinds)[number]['value'] | null>(null)
  return (
    <>
      <ChoiceBar label="Add a recipient" choices={kinds} value={kind} onChange={setKind} />
      {kind === 'charity' ? (
        <AddBySearch
          label={inClientEnglish('Find a charity by its name, number{,} or town')}
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
