import { useState } from 'react'
import { setRememberCurrency } from '../../../contract/currency.contract.ts'
import { currencyNames } from '../../../domain/currencies.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCurrency, useSession } from '../../../web/session/session.ts'
import { sessionStore } from '../../../web/session/session-store.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { ProfileSection } from '../../identity/security/ProfileSection.tsx'

/** Whether the next login starts in the currency of this one (§3), at a client with two books. Saved at once. */
export function CurrencySection() {
  const session = useSession()
  const currency = useCurrency()
  /** The answer that is being saved, which the box shows at once. */
  const [saving, setSaving] = useState<boolean | null>(null)
  if (session.state !== 'signed-in' || clientContext().secondaryDb === null) return null
  const { plural } = currencyNames[currency]
  const save = async (rememberCurrency: boolean) => {
    if (saving !== null) return
    setSaving(rememberCurrency)
    try {
      await call(setRememberCurrency, { body: { rememberCurrency } })
      const now = sessionStore.read()
      if (now.state === 'signed-in') sessionStore.set({ ...now, facts: { ...now.facts, rememberCurrency } })
    } catch (failure) {
      showFailure(failure)
    }
    setSaving(null)
  }
  return (
    <ProfileSection title="Currency" lead={`You are viewing your account in ${plural}.`}>
      <Checkbox
        name="remember-currency"
        value={saving ?? session.facts.rememberCurrency}
        onChange={value => void save(value)}
      >
        Start in the currency I viewed last when I log in
      </Checkbox>
    </ProfileSection>
  )
}
