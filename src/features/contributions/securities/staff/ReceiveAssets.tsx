import { dateOf } from '../../../../domain/dates.ts'
import type { Currency } from '../../../../domain/money.ts'
import { call } from '../../../../web/api/call.ts'
import { clientContext } from '../../../../web/client-context/client-context.ts'
import { useForm } from '../../../../web/form/use-form.ts'
import type { Contribution } from '../../contributions.contract.ts'
import { afterReceiving } from '../../staff/after-receiving.ts'
import { ReceiveForm } from '../../staff/ReceiveForm.tsx'
import { receiveAssets } from '../holdings.contract.ts'
import { assetsDraft, assetsSchema } from './assets-draft.ts'
import { ValuedLine } from './ValuedLine.tsx'

type ReceiveAssetsProps = {
  contribution: Contribution
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Marks a contribution of assets as received, and posts it at its gift value to the excluded assets. */
export function ReceiveAssets({ contribution, currency, onDone, onCancel }: ReceiveAssetsProps) {
  const { contributionId, fundId, assets } = contribution
  const today = dateOf(new Date(), clientContext().clientSettings.timeZone)
  const form = useForm({
    schema: assetsSchema(assets),
    initial: assetsDraft(contribution, today),
    save: async attributes =>
      await call(
        receiveAssets,
        { params: { fundId, contributionId }, body: { data: { type: 'command', attributes } } },
        { fundId },
      ),
    ...afterReceiving(contribution, onDone, () => 'was posted to its excluded assets.'),
  })
  return (
    <ReceiveForm
      form={form}
      label="Receive assets"
      contribution={contribution}
      today={today}
      before={
        <p>
          It is posted at the value of the date of the gift, and can’t be granted until it is sold or
          released. The receipt has no value.
        </p>
      }
      onCancel={onCancel}
    >
      {assets.map((asset, index) => (
        // Lines have no id, and never change their order.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <ValuedLine key={index} form={form} index={index} asset={asset} currency={currency} />
      ))}
    </ReceiveForm>
  )
}
