import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import { Problem } from '../../../contract/problems.ts'
import { readFundId } from '../../../domain/fund-id.ts'
import type { Currency } from '../../../domain/money.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { showSubmitFailure } from '../../../web/api/show-failure.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { FormHeading } from '../../../web/form/FormHeading.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { enterContribution, getContributionSigners } from '../contributions.contract.ts'
import { contributionKinds, kindsOfContribution } from '../domain/contribution.ts'
import { AssetLines } from './AssetLines.tsx'
import styles from './Contributions.module.css'
import { contributionDraft, emptyDraft } from './contribution-draft.ts'

const kinds = () =>
  contributionKinds.map(value => ({ value, text: inClientEnglish(kindsOfContribution[value].label) }))
/** As the account search (§5). */
const lookUpDelayMs = 400

type EnterContributionProps = {
  /** The account to which staff are limited; null: any of the book. */
  fundId: number | null
  currency: Currency
  onDone: (sentence: string) => void
  onCancel: () => void
}

/** Enters a contribution that is expected: the account, the type of contribution, and whether the sponsor countersigns. */
export function EnterContribution({ fundId, currency, onDone, onCancel }: EnterContributionProps) {
  // A double click or a repeat after a lost reply enters it once.
  const [idempotencyKey] = useState(() => crypto.randomUUID())
  const form = useForm({
    schema: contributionDraft,
    initial: emptyDraft(fundId),
    save: async ({ fundId: to, ...attributes }) =>
      await call(
        enterContribution,
        { params: { fundId: to }, body: { data: { type: 'command', attributes } } },
        { fundId: to, idempotencyKey },
      ),
    onSaved: ({ transactionId }) => {
      onDone(`Contribution ${transactionId} was entered. You can prepare its document now.`)
      void refreshAll()
    },
    onFailure: showSubmitFailure,
  })
  const { values } = form
  const letterOf = inClientEnglish('authorisation')
  return (
    <div className={styles.form}>
      <Form form={form} label="Enter a contribution">
        <FormHeading level={2}>Enter a contribution</FormHeading>
        {fundId === null ? (
          <TextField label="Account ID" inputMode="numeric" isShort isRequired {...form.field('fundId')} />
        ) : null}
        <SignersOf text={values.fundId} isCountersigned={values.needsCountersignature} />
        <RadioGroup
          label="What was contributed?"
          choices={kinds()}
          hint={`Donors sign a gift agreement for cash, and a letter of ${letterOf} for ${inClientEnglish('bank transfer')}s and securities.`}
          {...form.field('kind')}
        />
        {values.kind === 'securities' ? <AssetLines form={form} /> : null}
        {values.kind === 'cash' || values.kind === 'wire' ? (
          <MoneyField
            label="Amount"
            currency={currency}
            maxMinor={maxAmountMinor()}
            isRequired
            {...form.field('amountMinor')}
          />
        ) : null}
        <Checkbox {...form.field('needsCountersignature')}>It needs our countersignature</Checkbox>
        <SubmitRow isPending={form.isPending} submitText="Enter the contribution">
          <CancelButton form={form} onCancel={onCancel} />
        </SubmitRow>
      </Form>
    </div>
  )
}

/** Looks up the account that was typed, and shows who must sign. */
function SignersOf({ text, isCountersigned }: { text: string; isCountersigned: boolean }) {
  const settled = useDebounced(text.trim(), lookUpDelayMs)
  const fundId = readFundId(settled)
  const { queryKey } = query(getContributionSigners, { params: { fundId: fundId ?? 0 } })
  const found = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      call(getContributionSigners, { params: { fundId: fundId ?? 0 } }, { fundId: fundId ?? 0, signal }),
    enabled: fundId !== null,
    throwOnError: false,
    retry: false,
  })
  return (
    <div role="status">
      {fundId === null || found.isPending ? null : found.data ? (
        <Signers account={found.data} isCountersigned={isCountersigned} />
      ) : found.error instanceof Problem && found.error.code === 'not-found' ? (
        <p>There is no account {settled}.</p>
      ) : (
        <LoadFailure what="The account" requests={[found]} />
      )}
    </div>
  )
}

type SignersProps = { account: Reply<typeof getContributionSigners>; isCountersigned: boolean }

/** Who must sign, in their order, and what prevents it. */
function Signers({ account, isCountersigned }: SignersProps) {
  const { accountName, signers, violation } = account
  return (
    <div className={styles.signers}>
      <p>
        <strong>{accountName}</strong>
        {violation === null ? null : `: ${violation}`}
      </p>
      {signers.length === 0 ? (
        <p>This account has no donor who could sign.</p>
      ) : (
        <>
          <p>Signs, in this order:</p>
          <ol>
            {signers.map(({ name, violation: why }) => (
              <li key={name}>
                {name}
                {why === null ? null : <Note>{why}</Note>}
              </li>
            ))}
            {isCountersigned ? <li>{clientContext().clientSettings.displayName}</li> : null}
          </ol>
        </>
      )}
    </div>
  )
}
