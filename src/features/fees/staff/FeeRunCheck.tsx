import { useQuery } from '@tanstack/react-query'
import { Problem } from '../../../contract/problems.ts'
import { countOf } from '../../../domain/count-of.ts'
import { formatDate, type IsoDate } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { currentBook, query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { DescriptionList } from '../../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { BatchPlanView } from '../../posting-batches/staff/BatchPlanView.tsx'
import { EnterBatch } from '../../posting-batches/staff/EnterBatch.tsx'
import { periodText } from '../domain/describe-terms.ts'
import { checkFeeRun, enterFeeRun, type FeeRunPlan, listFeeSchedules } from '../fees.contract.ts'
import { ChargeTable } from './ChargeTable.tsx'

type FeeRunCheckProps = { schedule: string; periodFrom: IsoDate }

/** What a run would charge for a period, with its working, and its name, with which it waits for a second person. */
export function FeeRunCheck({ schedule, periodFrom }: FeeRunCheckProps) {
  const input = { schedule, periodFrom }
  const schedules = useQuery(query(listFeeSchedules, {}))
  const checked = useQuery<FeeRunPlan>({
    queryKey: [checkFeeRun.path, input, currentBook().currency],
    queryFn: ({ signal }) =>
      call(
        checkFeeRun,
        { body: { data: { type: 'command', attributes: input } } },
        { ...currentBook(), signal },
      ),
    // Computed anew at each visit, and not while people read it or once it has been sent.
    staleTime: 'static',
    gcTime: 0,
  })
  const title = schedules.data?.data.find(({ name }) => name === schedule)?.title ?? 'Fee run'
  const refusal = refusalOf(checked.error)
  return (
    <>
      <Breadcrumb
        pages={[
          { title: 'Postings', to: staffPaths.postings() },
          { title: 'Fees', to: staffPaths.fees() },
        ]}
      />
      <PageHeading
        title="Fee Run"
        lead="Computed from the balances as they are recorded now. Nothing is posted until a second person confirms it."
      >
        {title}
      </PageHeading>
      {refusal !== null ? (
        <Alert kind="caution" heading="Nothing can be charged">
          <p>{refusal}</p>
        </Alert>
      ) : checked.isLoadingError ? (
        <LoadFailure what="The fees" requests={[checked]} />
      ) : checked.data ? (
        <Plan
          key={checked.data.planHash}
          {...{ title, schedule, plan: checked.data }}
          onChanged={() => void checked.refetch()}
        />
      ) : (
        <Skeleton shape="table" lines={8} label="Computing the fees" />
      )}
    </>
  )
}

/** The sentence of the server about a period that cannot be charged. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Problem)) return null
  if (error.code === 'conflict') return error.detail ?? null
  return error.code === 'validation' ? (Object.values(error.errors ?? {}).flat()[0] ?? null) : null
}

type PlanProps = { title: string; schedule: string; plan: FeeRunPlan; onChanged: () => void }

function Plan({ title, schedule, plan, onChanged }: PlanProps) {
  const { locale } = clientContext().clientSettings
  const { periodFrom, charges, currency } = plan
  const period = periodText({ from: periodFrom, to: plan.periodTo }, locale)
  return (
    <>
      <BatchPlanView name={period} plan={plan} label="What the run would charge">
        <RunFacts plan={plan} />
        <ChargeTable
          caption={
            charges.length < 100 ? 'How each fee is computed' : 'How the fees are computed: the first 100'
          }
          charges={charges}
          currency={currency}
        />
      </BatchPlanView>
      {plan.refusal === null ? (
        <EnterBatch
          reference={`${title}, ${period}`.slice(0, 120)}
          save={reference =>
            call(enterFeeRun, {
              body: {
                data: {
                  type: 'command',
                  attributes: { schedule, periodFrom, reference, planHash: plan.planHash },
                },
              },
            })
          }
          onChanged={onChanged}
        />
      ) : null}
    </>
  )
}

function RunFacts({ plan }: { plan: FeeRunPlan }) {
  const { locale } = clientContext().clientSettings
  const money = (amountMinor: bigint) => <Money amountMinor={amountMinor} currency={plan.currency} />
  const facts = [
    { term: 'Fees of the period', description: money(plan.feesMinor) },
    ...(plan.differences === 0
      ? []
      : [
          {
            term: 'Differences of earlier periods',
            description: (
              <>
                {money(plan.differencesMinor)} in {countOf(plan.differences, 'charge', locale)}, from entries
                that were recorded later
              </>
            ),
          },
        ]),
    ...(plan.arrearsMinor === 0n
      ? []
      : [{ term: 'Owed from before', description: money(plan.arrearsMinor) }]),
    ...(plan.creditsMinor === 0n
      ? []
      : [{ term: 'Left to the credit of funds', description: money(plan.creditsMinor) }]),
    { term: 'Terms', description: `Those from ${formatDate(plan.termsFrom, locale)}` },
    { term: 'Funds that pay the minimum', description: plan.atMinimum.toLocaleString(locale) },
    { term: 'Funds with a reduction', description: plan.reduced.toLocaleString(locale) },
    ...(plan.closedFunds === 0
      ? []
      : [
          {
            term: 'Closed funds',
            description: `${countOf(plan.closedFunds, 'fund', locale)} had a balance and ${plan.closedFunds === 1 ? 'pays' : 'pay'} nothing`,
          },
        ]),
  ]
  return <DescriptionList items={facts} />
}
