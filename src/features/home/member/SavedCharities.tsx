import { useId } from 'react'
import type { Reply } from '../../../contract/endpoint.ts'
import type { Currency } from '../../../domain/money.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import type { getHome, ListedCharity } from '../home.contract.ts'
import lines from './Lines.module.css'

type SavedCharitiesProps = {
  list: NonNullable<Reply<typeof getHome>['charities']>
  currency: Currency
  mayRecommend: boolean
  className?: string | undefined
}

/** The fund's charity list, most recently granted first, with the amount granted and a link for a new grant. */
export function SavedCharities({ list, currency, mayRecommend, className }: SavedCharitiesProps) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className={className}>
      <h2 id={headingId}>Charity List</h2>
      {list.total === 0 ? (
        <p className={lines.more}>Charities you save will appear here.</p>
      ) : (
        <ul className={lines.list} aria-labelledby={headingId}>
          {list.charities.map(charity => (
            <CharityLine
              key={charity.charityId}
              charity={charity}
              currency={currency}
              mayRecommend={mayRecommend}
            />
          ))}
        </ul>
      )}
      {mayRecommend ? (
        <p className={lines.more}>
          <Link to={paths.recommendGrant()}>
            {list.total > list.charities.length ? `All ${list.total} charities` : 'Find a charity'}
          </Link>
        </p>
      ) : null}
    </section>
  )
}

type CharityLineProps = { charity: ListedCharity; currency: Currency; mayRecommend: boolean }

function CharityLine({ charity, currency, mayRecommend }: CharityLineProps) {
  const name = charityName(charity.name)
  const mayOpen = useCan('FUND_AC_DETAIL_VIEW')
  return (
    <li className={lines.line}>
      <span>
        {mayOpen ? <Link to={paths.charityActivity(charity.charityId)}>{name}</Link> : name}
        {charity.grantedMinor === 0n ? null : (
          <span className={lines.note}>
            Granted <Money amountMinor={charity.grantedMinor} currency={currency} />
          </span>
        )}
      </span>
      {mayRecommend && charity.canBeSelected ? (
        <Link to={paths.recommendGrant({ charityId: charity.charityId })}>
          Give<VisuallyHidden> to {name}</VisuallyHidden>
        </Link>
      ) : (
        <span />
      )}
    </li>
  )
}
