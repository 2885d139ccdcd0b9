import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { AccountStatus } from '../../contract/account-overview.contract.ts'
import { Problem } from '../../contract/problems.ts'
import { charityId } from '../../contract/wire.ts'
import { LoadFailure, type LoadRequest } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { useAhead } from '../../web/api/use-ahead.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan, useSession } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { statusNotes } from '../accounts/domain/account-status.ts'
import { getProfile } from '../people/profile/profile.contract.ts'
import { getDraft } from './baskets/drafts.contract.ts'
import { getGrant } from './grants.contract.ts'
import type { FundCharities } from './recommend/fund-charities.ts'
import { steps } from './recommend/grant-draft.ts'
import { grantsToRepeat } from './recommend/grants-to-repeat.ts'
import { RecommendFlow } from './recommend/RecommendFlow.tsx'

const searchSchema = z.object({
  charity: optionalParam(charityId),
  grant: optionalParam(z.uuid()),
  draft: optionalParam(z.uuid()),
  step: optionalParam(z.enum(steps)),
})

/** /recommend-a-grant: starts with a search, a charity (`?charity=`) or an earlier grant (`?grant=`) (§13). */
export function RecommendGrantPage(fundCharities: FundCharities) {
  const { charity, grant, draft, step } = useSearchParams(searchSchema)
  const account = useCurrentAccount()
  const mayRecommend = useCan('GRANT_RECOMMEND')
  const mayStart = mayRecommend && account.writeAccess && account.accountStatus === 'Active'
  const session = useSession()
  const userId = session.state === 'signed-in' ? session.facts.userId : ''
  const former = useQuery({
    ...query(getGrant, { params: { fundId: account.fundId, grantId: grant ?? '' } }),
    enabled: grant !== undefined && mayRecommend,
  })
  const continued = useQuery({
    ...query(getDraft, { params: { fundId: account.fundId, draftId: draft ?? '' } }),
    enabled: draft !== undefined && mayRecommend,
    // Its revision must be the latest, and the form must not change while the person types.
    gcTime: 0,
    refetchOnWindowFocus: false,
    throwOnError: false,
  })
  // A failure here costs only the preference.
  const beginsWithSearch = charity === undefined && grant === undefined && draft === undefined
  useAhead(grantsToRepeat(account.fundId), mayStart && beginsWithSearch)
  useAhead(fundCharities.listQuery(account.fundId), mayStart && beginsWithSearch)
  const profile = useQuery({ ...query(getProfile, {}), enabled: mayRecommend, throwOnError: false })
  if (!mayStart) return <MayNotRecommend mayRecommend={mayRecommend} status={account.accountStatus} />
  if (grant !== undefined && former.isPending)
    return <Skeleton shape="text" lines={8} label="Loading the earlier grant" />
  if (draft !== undefined && continued.isPending)
    return <Skeleton shape="text" lines={8} label="Loading the draft" />
  if (grant !== undefined && former.isLoadingError)
    return <NotLoaded what="The earlier grant" request={former} />
  if (draft !== undefined && !continued.data)
    return isNotFound(continued.error) ? <DraftGone /> : <NotLoaded what="The draft" request={continued} />
  if (profile.isPending) return <Skeleton shape="text" lines={8} label="Loading" />
  return (
    <RecommendFlow
      {...fundCharities}
      key={`${account.fundId} ${grant ?? ''} ${draft ?? ''}`}
      account={account}
      userId={userId}
      search={{ charityId: charity, grantId: grant, draftId: draft, step }}
      former={former.data ?? null}
      continued={draft === undefined ? null : (continued.data ?? null)}
      preferredNaming={profile.data?.grantNaming ?? null}
    />
  )
}

const isNotFound = (failure: unknown) => failure instanceof Problem && failure.code === 'not-found'

/** What the address names could not be loaded. */
function NotLoaded({ what, request }: { what: string; request: LoadRequest }) {
  return (
    <>
      <PageHeading title="Recommend a Grant">Recommend a Grant</PageHeading>
      <LoadFailure what={what} requests={[request]} />
    </>
  )
}

/** The draft of the address was submitted or removed, perhaps by another donor. */
function DraftGone() {
  return (
    <>
      <PageHeading title="Recommend a Grant">Recommend a Grant</PageHeading>
      <Alert kind="caution" heading="This draft is no longer available">
        <p>It was submitted or removed, perhaps by someone else on this account.</p>
      </Alert>
      <p>
        <Link to={paths.grants()}>See all grants</Link>
      </p>
    </>
  )
}

/** People who may view but not recommend grants see why, instead of a form that would refuse them (§5). */
function MayNotRecommend({ mayRecommend, status }: { mayRecommend: boolean; status: AccountStatus }) {
  const note = statusNotes[status]
  return (
    <>
      <PageHeading title="Recommend a Grant">Recommend a Grant</PageHeading>
      <Alert heading={mayRecommend ? 'This account is read-only' : 'You can view grants here'}>
        <p>
          {mayRecommend
            ? `${note ?? 'You can’t recommend grants from this account at this time.'} If you think this is a mistake, please contact us.`
            : 'The donors of this account recommend its grants. You can see past grants in Fund Activity.'}
        </p>
      </Alert>
      <p>
        <Link to={paths.fundActivity()}>Go to Fund Activity</Link>
      </p>
    </>
  )
}
