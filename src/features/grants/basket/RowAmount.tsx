import { clientContext } from '../../../web/client-context/client-context.ts'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import type { BasketRow } from '../drafts.contract.ts'
import { setTypedAmount } from './typed-amounts.ts'
import type { RowActions } from './use-row.ts'
import { useTyped } from './use-typed.ts'

/** The amount of a row. The total beside the table is updated while it is typed. */
export function RowAmount({ row, save }: { row: BasketRow; save: RowActions }) {
  const { wholeUnitsOnly } = clientContext().clientSettings
  const { currentDbHeader: currency } = clientContext()
  const { content, errors, draftId } = row
  const [amountMinor, setAmount] = useTyped(content.amountMinor)
  return (
    <MoneyField
      label="Amount"
      name={`amount-${draftId}`}
      currency={currency}
      wholeUnits={wholeUnitsOnly}
      value={amountMinor}
      onChange={typed => {
        setAmount(typed)
        setTypedAmount(draftId, (typed ?? 0n) - (content.amountMinor ?? 0n))
      }}
      onBlur={() => {
        if (amountMinor === content.amountMinor) return
        const given = content.given === null ? null : { ...content.given, amount: '' }
        void save.change(row, { amountMinor, given }).then(() => setTypedAmount(draftId, 0n))
      }}
      errors={errors.filter(({ field }) => field === 'amountMinor').map(({ message }) => message)}
    />
  )
}
