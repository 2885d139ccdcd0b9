import { useState } from 'react'
import * as z from 'zod/mini'
import { enteredAmount } from '../../../contract/wire.ts'
import { countOf } from '../../../domain/count-of.ts'
import { dateOf, type IsoDate } from '../../../domain/dates.ts'
import { type FundType, fundTypes } from '../../../domain/fee-terms.ts'
import { call } from '../../../web/api/call.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { maxAmountMinor } from '../../../web/client-context/max-amount.ts'
import { Form } from '../../../web/form/Form.tsx'
import { requiredDate } from '../../../web/form/required-fields.ts'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FormHandle, useForm } from '../../../web/form/use-form.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { MoneyField } from '../../../web/ui/fields/MoneyField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { checkDivision, type DivisionInput, type DivisionPlan, enterDivision } from '../division.contract.ts'
import { type DivisionKey, dividedKinds, divisionKeyLabels, divisionKeys } from '../domain/division.ts'
import { batchKinds, maxCommentLength } from '../domain/posting-batch.ts'
import { BatchPlanView } from './BatchPlanView.tsx'
import { EnterBatch } from './EnterBatch.tsx'
import { FundTypeChoice } from './FundTypeChoice.tsx'

type Draft = {
  kind: DivisionInput['kind'] | null
  totalMinor: bigint | null
  effectiveDate: IsoDate | null
  comment: string
  key: DivisionKey
  from: IsoDate | null
  to: IsoDate | null
  withExcludedAssets: boolean
  fundTypes: FundType[]
}

const day = z.custom<IsoDate | null>()
const firstDay = requiredDate('Enter the first day')
const lastDay = requiredDate('Enter the last day')
/** Only the days of the chosen key are asked for. */
const daysOf = {
  'average-balance': { from: firstDay, to: lastDay },
  balance: { from: day, to: lastDay },
  equal: { from: day, to: day },
} as const

const schemaOf = (key: DivisionKey) =>
  z.object({
    kind: z.pipe(
      z.custom<Draft['kind']>().check(z.refine(kind => kind !== null, 'Choose what is divided')),
      z.custom<DivisionInput['kind']>(),
    ),
    totalMinor: enteredAmount,
    effectiveDate: requiredDate('Enter the date of the entries'),
    comment: z.string().check(z.maxLength(maxCommentLength)),
    key: z.enum(divisionKeys),
    from: z.pipe(daysOf[key].from, z.custom<IsoDate | null>()),
    to: z.pipe(daysOf[key].to, z.custom<IsoDate | null>()),
    withExcludedAssets: z.boolean(),
    fundTypes: z.array(z.enum(fundTypes)).check(z.minLength(1, 'Choose the accounts')),
  })

type Checked = { division: DivisionInput; plan: DivisionPlan }

/** A total that is divided over funds: what it would do to each, and its name, with which it waits for a second person. */
export function DivideTotal() {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [key, setKey] = useState<DivisionKey>('average-balance')
  const checkAgain = async (division: DivisionInput) => {
    const plan = await call(checkDivision, { body: { data: { type: 'command', attributes: division } } })
    setChecked({ division, plan })
  }
  const form = useForm<Draft, z.output<ReturnType<typeof schemaOf>>>({
    schema: schemaOf(key),
    initial: {
      ...{ kind: null, totalMinor: null, comment: '', key, from: null, to: null },
      effectiveDate: dateOf(new Date(), clientContext().clientSettings.timeZone),
      ...{ withExcludedAssets: true, fundTypes: ['Individual', 'Joint', 'Organization'] },
    },
    groups: ['fundTypes'],
    save: async ({ comment, ...division }) => {
      setChecked(null)
      await checkAgain({ ...division, comment: comment.trim() === '' ? null : comment.trim() })
    },
  })
  // What was changed since is not what was checked.
  const shown = form.isDirty ? null : checked
  return (
    <>
      <Breadcrumb pages={[{ title: 'Postings', to: staffPaths.postings() }]} />
      <PageHeading
        title="Divide a Total"
        lead="Enter a total to see each fund’s share. Nothing is posted until a second person confirms it."
      >
        Divide a total
      </PageHeading>
      <DivisionForm form={form} onKey={setKey} />
      {shown === null ? null : (
        <>
          <Shares plan={shown.plan} hasBasis={shown.division.key !== 'equal'} />
          {shown.plan.refusal === null ? (
            <EnterBatch
              key={shown.plan.planHash}
              save={reference =>
                call(enterDivision, {
                  body: {
                    data: {
                      type: 'command',
                      attributes: { ...shown.division, reference, planHash: shown.plan.planHash },
                    },
                  },
                })
              }
              onChanged={() => void checkAgain(shown.division)}
            />
          ) : null}
        </>
      )}
    </>
  )
}

function DivisionForm({ form, onKey }: { form: FormHandle<Draft>; onKey: (key: DivisionKey) => void }) {
  const { clientSettings, currentDbHeader } = clientContext()
  const today = dateOf(new Date(), clientSettings.timeZone)
  const { kind, key } = form.values
  return (
    <Form form={form} label="Divide a total">
      <Select
        label="Kind"
        choices={dividedKinds.map(value => ({ value, text: batchKinds[value].label }))}
        isRequired
        {...form.field('kind')}
      />
      <MoneyField
        label="Total"
        hint="Always positive. The kind says whether it is added or taken away."
        currency={currentDbHeader}
        maxMinor={maxAmountMinor()}
        isRequired
        {...form.field('totalMinor')}
      />
      <DateField label="Date of the entries" latest={today} isRequired {...form.field('effectiveDate')} />
      <TextField
        label={kind === 'other' ? 'Comment' : 'Comment (optional)'}
        hint="Donors read it beside their entry."
        maxLength={maxCommentLength}
        isRequired={kind === 'other'}
        {...form.field('comment')}
      />
      <RadioGroup<DivisionKey>
        label="Divide by"
        choices={divisionKeys.map(value => ({ value, text: divisionKeyLabels[value] }))}
        isRequired
        {...form.field('key')}
        onChange={next => {
          form.set('key', next)
          onKey(next)
        }}
      />
      {key === 'average-balance' ? (
        <DateField label="First day" latest={today} isRequired {...form.field('from')} />
      ) : null}
      {key === 'equal' ? null : (
        <>
          <DateField
            label={key === 'balance' ? 'Day of the balance' : 'Last day'}
            hint="Balances at the end of each day, as they are recorded now."
            latest={today}
            isRequired
            {...form.field('to')}
          />
          <Checkbox {...form.field('withExcludedAssets')}>Count excluded assets</Checkbox>
        </>
      )}
      <FundTypeChoice field={form.field('fundTypes')} />
      <SubmitRow isPending={form.isPending} submitText="Check" submitKind="quiet" />
    </Form>
  )
}

function Shares({ plan, hasBasis }: { plan: DivisionPlan; hasBasis: boolean }) {
  const { locale } = clientContext().clientSettings
  const { shares, withoutShare, currency } = plan
  return (
    <BatchPlanView name="Divided total" plan={plan} label="What the division would do">
      <Table
        caption={shares.length < plan.fundCount ? `The ${shares.length} largest shares` : 'Shares'}
        columns={[
          {
            key: 'account',
            heading: 'Account',
            isRowHeading: true,
            cell: row => (
              <div>
                {row.accountName}
                <Note>{row.fundId}</Note>
              </div>
            ),
          },
          ...(hasBasis
            ? [
                {
                  key: 'basis',
                  heading: 'Balance',
                  isNumeric: true,
                  cell: (row: DivisionPlan['shares'][number]) =>
                    row.basisMinor === null ? null : (
                      <Money amountMinor={row.basisMinor} currency={currency} />
                    ),
                },
              ]
            : []),
          {
            key: 'share',
            heading: 'Share',
            isNumeric: true,
            cell: row => <Money amountMinor={row.amountMinor} currency={currency} />,
          },
        ]}
        rows={shares}
        rowKey={row => row.fundId}
        empty={{ text: '' }}
      />
      {withoutShare === 0 ? null : (
        <p>
          {countOf(withoutShare, 'account', locale)} without a balance, or with too small a part for one cent,{' '}
          {withoutShare === 1 ? 'gets' : 'get'} nothing.
        </p>
      )}
    </BatchPlanView>
  )
}
