import { useState } from 'react'
import { currencyNames, otherCurrency } from '../../domain/currencies.ts'
import type { Currency } from '../../domain/money.ts'
import { useSession } from '../../web/session/session.ts'
import { switchCurrency } from '../../web/session/switch-currency.ts'
import { Checkbox } from '../../web/ui/fields/Checkbox.tsx'
import { ConfirmDialog } from '../../web/ui/overlay/ConfirmDialog.tsx'

/** The question of the currency toggle (§4). The toast of the switch, or of its failure, follows the answer. */
export function CurrencyDialog({ to, onClose }: { to: Currency; onClose: () => void }) {
  const session = useSession()
  const remembers = session.state === 'signed-in' && session.facts.rememberCurrency
  const [rememberCurrency, setRememberCurrency] = useState(remembers)
  const [isPending, setPending] = useState(false)
  const { plural } = currencyNames[to]
  const proceed = async () => {
    setPending(true)
    await switchCurrency(to, { rememberCurrency })
    onClose()
  }
  return (
    <ConfirmDialog
      title="Are you sure? You will lose any unsaved changes."
      isOpen
      onCancel={onClose}
      onConfirm={() => void proceed()}
      isPending={isPending}
      confirmText={`View in ${plural}`}
      cancelText={`Stay in ${currencyNames[otherCurrency(to)].plural}`}
    >
      <Checkbox
        name="remember-currency"
        value={rememberCurrency}
        onChange={setRememberCurrency}
        isDisabled={isPending}
      >
        Start in {plural} the next time I log in
      </Checkbox>
    </ConfirmDialog>
  )
}
