import { formatDate } from '../../domain/dates.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { paths } from '../../web/routing/paths.ts'
import { useCan } from '../../web/session/session.ts'
import { Link } from '../../web/ui/actions/Link.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { recommendedBy } from './domain/advice-text.ts'
import { paymentLabel } from './domain/payment-label.ts'
import { donorChoices } from './grant-labels.ts'
import type { GrantDetails } from './grants.contract.ts'

/** The grant's charity, fund, purpose and people, and its payment once it is paid. */
export function GrantFacts({ grant }: { grant: GrantDetails }) {
  const { locale } = clientContext().clientSettings
  const maySeeCharity = useCan('FUND_AC_DETAIL_VIEW')
  const name = charityName(grant.charityName)
  const { paymentMethod, paymentReference } = grant
  return (
    <DescriptionList
      items={[
        {
          term: 'Charity',
          description: maySeeCharity ? <Link to={paths.charityActivity(grant.charityId)}>{name}</Link> : name,
        },
        { term: 'From', description: `${grant.accountName}, Account ID ${grant.fundId}` },
        ...donorChoices(grant, locale),
        {
          term: 'Recommended',
          description: [
            formatDate(grant.createdDate, locale),
            recommendedBy(grant.recommendedByName, grant.advice, locale),
          ].join(grant.recommendedByName === null ? ', ' : ' '),
        },
        { term: 'Transaction', description: grant.transactionId },
        ...(grant.paidOn === null ? [] : [{ term: 'Paid', description: formatDate(grant.paidOn, locale) }]),
        ...(paymentMethod === null
          ? []
          : [{ term: 'Payment', description: paymentLabel(paymentMethod, paymentReference, locale) }]),
        ...(grant.returnedMinor === 0n
          ? []
          : [
              {
                term: 'Returned to the fund',
                description: <Money amountMinor={grant.returnedMinor} currency={grant.currency} />,
              },
            ]),
      ]}
    />
  )
}
