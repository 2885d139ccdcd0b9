import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Problem } from '../../../contract/problems.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { ErrorSummary } from '../../../web/form/ErrorSummary.tsx'
import { UnsavedChangesGuard } from '../../../web/form/UnsavedChangesGuard.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Steps } from '../../../web/ui/progress/Steps.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import type { Naming } from '../../people/domain/naming.ts'
import type { Draft } from '../baskets/drafts.contract.ts'
import { type GrantDetails, listGrantPurposes } from '../grants.contract.ts'
import { CharityIssue } from './CharityIssue.tsx'
import { CharityStep } from './CharityStep.tsx'
import { noSearch } from './charity-search.ts'
import type { FundCharities } from './fund-charities.ts'
import {
  draftOf,
  draftOfContent,
  draftWith,
  type Step,
  stepOfField,
  steps,
  stepTitles,
} from './grant-draft.ts'
import styles from './RecommendFlow.module.css'
import { storedDraftOf } from './stored-draft.ts'
import type { UsedPurpose } from './UsedPurposes.tsx'
import { useRecommendation } from './use-recommendation.ts'

type RecommendFlowProps = FundCharities & {
  account: CurrentAccount
  /** The person, whose draft survives a reload. */
  userId: string
  /** From the address. */
  search: {
    charityId: string | undefined
    grantId: string | undefined
    draftId: string | undefined
    step: Step | undefined
  }
  /** The grant that 'New Grant' starts from. */
  former: GrantDetails | null
  /** The draft that is continued. */
  continued: Draft | null
  /** Who new grants name to the charity, from the person's profile; null: they set nothing. */
  preferredNaming: Naming | null
}

/** Fetched once a charity is chosen. */
const GrantForm = lazy(async () => ({ default: (await import('./GrantForm.tsx')).GrantForm }))

/** The steps of a recommendation, one at a time. The draft stays while the address moves between them, and after a reload. */
export function RecommendFlow(props: RecommendFlowProps) {
  const { account, userId, search, former, continued, preferredNaming } = props
  const { charityQuery, searchCharities, CharityList } = props
  const [charitySearch, setCharitySearch] = useState(noSearch)
  const charityId = search.charityId ?? former?.charityId ?? continued?.content.charityId ?? null
  const charity = useQuery({
    ...charityQuery(account.fundId, charityId ?? ''),
    enabled: charityId !== null,
    // An unknown id is handled by this step, not by the whole screen.
    throwOnError: false,
  })
  const chosen = charityId !== null && charity.data?.canBeSelected ? charity.data : null
  const isUnloaded =
    charity.isLoadingError && !(charity.error instanceof Problem && charity.error.code === 'not-found')
  const usedPurposes = useUsedPurposes(account.fundId, charityId)
  const addressOf = (step: Step, ofCharity = charityId) =>
    paths.recommendGrant({
      ...(ofCharity === null ? {} : { charityId: ofCharity }),
      ...(search.grantId === undefined ? {} : { grantId: search.grantId }),
      ...(search.draftId === undefined ? {} : { draftId: search.draftId }),
      step,
    })
  const [pristine] = useState(() => pristineOf({ former, continued, preferredNaming }))
  const [store] = useState(() => storedDraftOf(userId, account))
  const { form, rules, step, guard, hasFailed, repeat, server, draftId, content, leave } = useRecommendation({
    account,
    charity: chosen,
    charityIdInAddress: charityId,
    pristine,
    continued,
    store,
    requestedStep: search.step,
    addressOf,
  })
  if (charityId !== null && charity.isPending) return <Skeleton shape="text" lines={8} label="Loading" />
  const summary = form.summary.filter(({ field }) => field === null || stepOfField(field) === step)
  const current = steps.indexOf(step)
  const isRefused = charityId !== null && chosen === null && !isUnloaded
  return (
    <>
      <PageHeading key={step} title={`${stepTitles[step]} | Recommend a Grant`}>
        Recommend a Grant
        <VisuallyHidden>: {stepTitles[step]}</VisuallyHidden>
      </PageHeading>
      <UnsavedChangesGuard form={guard} />
      <Steps
        label="Steps of a recommendation"
        steps={steps.map(each => ({ title: stepTitles[each], to: addressOf(each) }))}
        current={current}
      />
      {step === 'charity' || chosen === null ? (
        <div className={styles.narrow}>
          {isRefused ? (
            <CharityIssue charity={charity.data} />
          ) : (
            <ErrorSummary entries={summary} refusals={form.refusals} />
          )}
          {isUnloaded ? <LoadFailure what="The charity" requests={[charity]} /> : null}
          <CharityStep
            fundId={account.fundId}
            searchCharities={searchCharities}
            charityList={
              <CharityList fundId={account.fundId} addressOf={picked => addressOf('grant', picked)} />
            }
            addressOf={picked => addressOf('grant', picked)}
            search={charitySearch}
            onSearch={setCharitySearch}
            again={former === null && continued === null}
          />
        </div>
      ) : (
        <Suspense fallback={<Skeleton shape="text" lines={8} label="Loading" />}>
          <GrantForm
            account={account}
            charity={chosen}
            step={step}
            addressOf={each => addressOf(each)}
            form={{ ...form, summary }}
            rules={rules}
            usedPurposes={usedPurposes}
            draft={{ draftId, content, server, leave }}
            repeat={repeat}
            hasFailed={hasFailed}
          />
        </Suspense>
      )}
    </>
  )
}

function pristineOf({
  former,
  continued,
  preferredNaming,
}: Pick<RecommendFlowProps, 'former' | 'continued' | 'preferredNaming'>) {
  if (continued) return draftOfContent(continued.content)
  return former ? draftOf(former) : draftWith(preferredNaming)
}

const maxPurposes = 4

/** The purposes of the fund's earlier grants to a charity, each once, the latest first. A failure costs only the suggestions. */
function useUsedPurposes(fundId: number, charityId: string | null): UsedPurpose[] {
  const earlier = useQuery({
    ...query(listGrantPurposes, { params: { fundId, charityId: charityId ?? '' } }),
    enabled: charityId !== null,
    throwOnError: false,
  })
  return (earlier.data?.data ?? []).slice(0, maxPurposes)
}
