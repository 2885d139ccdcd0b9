import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { query } from '../../web/api/query.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { PageHeading } from '../../web/ui/text/PageHeading.tsx'
import { getGrant } from './grants.contract.ts'
import { steps } from './recommend/grant-draft.ts'
import { RecommendFlow } from './recommend/RecommendFlow.tsx'

const searchShape = z.object({
  charity: z.catch(z.optional(z.string().check(z.maxLength(40))), undefined),
  grant: z.catch(z.optional(z.uuid()), undefined),
  step: z.catch(z.optional(z.enum(steps)), undefined),
})

/** /recommend-a-grant: from a search, from a charity (`?charity=`), from a former grant (`?grant=`) or from the list (open-points 6). */
export function RecommendGrantPage() {
  const { charity, grant, step } = searchShape.parse(useSearch({ strict: false }))
  const account = useCurrentAccount()
  const mayRecommend = useCan('GRANT_RECOMMEND')
  const former = useQuery({
    ...query(getGrant, { params: { fundId: account.fundId, grantId: grant ?? '' } }),
    enabled: grant !== undefined && mayRecommend,
  })
  if (!mayRecommend || !account.writeAccess) return <MayNotRecommend mayRecommend={mayRecommend} />
  if (grant !== undefined && former.isPending)
    return <Skeleton shape="text" lines={8} label="Loading the former grant" />
  return (
    <RecommendFlow
      key={`${account.fundId} ${grant ?? ''}`}
      account={account}
      asked={{ charityId: charity, grantId: grant, step }}
      former={former.data ?? null}
    />
  )
}

/** §5 and open-points 3: who may look on but not recommend is told so, not shown a form that would refuse them. */
function MayNotRecommend({ mayRecommend }: { mayRecommend: boolean }) {
  return (
    <>
      <PageHeading title="Recommend a Grant">Recommend a Grant</PageHeading>
      <Alert heading={mayRecommend ? 'This account is not open for changes' : 'You can view grants here'}>
        <p>
          {mayRecommend
            ? 'No grant can be recommended from it at this time. Please contact us if you expected otherwise.'
            : 'Grants from this account are recommended by its donors. Those that were made stand under Fund Activity.'}
        </p>
      </Alert>
      <p>
        <Link to={paths.fundActivity()}>Go to Fund Activity</Link>
      </p>
    </>
  )
}
