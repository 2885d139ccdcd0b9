import type { Reply } from '../../../contract/endpoint.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { SupportNotice } from '../../../web/client-context/SupportNotice.tsx'
import { type CurrentAccount, useMayRecommend } from '../../../web/session/current-account.ts'
import { classNames } from '../../../web/ui/class-names.ts'
import { statusNotes } from '../../accounts/domain/account-status.ts'
import { Contact } from '../Contact.tsx'
import type { getHome } from '../home.contract.ts'
import { AttentionList } from './AttentionList.tsx'
import styles from './FundHome.module.css'
import { LastYear } from './LastYear.tsx'
import { LatestActivity } from './LatestActivity.tsx'
import { SavedCharities } from './SavedCharities.tsx'

type FundHomeProps = { account: CurrentAccount; home: Reply<typeof getHome> }

/** The overview of a fund. On wide screens the style sheet composes its sections in the client's arrangement. */
export function FundHome({ account, home }: FundHomeProps) {
  const mayRecommend = useMayRecommend(account)
  const { arrangement } = clientContext().clientSettings.home
  return (
    <>
      <SupportNotice text={statusNotes[account.accountStatus]} />
      <div className={classNames(styles.sections, styles[arrangement])}>
        {arrangement === 'concierge' ? <Contact className={styles.contact} /> : null}
        <AttentionList home={home} currency={account.currency} className={styles.attention} />
        <LastYear account={account} className={styles.year} />
        {home.activity === null ? null : (
          <LatestActivity rows={home.activity} currency={account.currency} className={styles.activity} />
        )}
        {home.charities === null ? null : (
          <SavedCharities
            list={home.charities}
            currency={account.currency}
            mayRecommend={mayRecommend}
            className={styles.charities}
          />
        )}
      </div>
    </>
  )
}
