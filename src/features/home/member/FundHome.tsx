import type { Reply } from '../../../contract/endpoint.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { getHome } from '../home.contract.ts'
import styles from './FundHome.module.css'
import { LastYear } from './LastYear.tsx'
import { LatestActivity } from './LatestActivity.tsx'
import { SavedCharities } from './SavedCharities.tsx'
import { Waiting } from './Waiting.tsx'

type FundHomeProps = { account: CurrentAccount; home: Reply<typeof getHome> }

/** What a fund's people find at home. On wide screens what waits and the charities stand beside the picture. */
export function FundHome({ account, home }: FundHomeProps) {
  const mayRecommend = useCan('GRANT_RECOMMEND') && account.writeAccess
  return (
    <>
      <AccountStatusNote status={account.accountStatus} />
      <div className={styles.parts}>
        <Waiting home={home} currency={account.currency} className={styles.waiting} />
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

const accountStatusNotes = {
  Active: null,
  Entered: 'This fund is not open yet. We will write as soon as it is.',
  Immobile: 'Nothing is moved in this fund at the moment.',
  Closed: 'This fund is closed. What it did can be read here as before.',
} as const

/** Why nothing can be done in the fund, where nothing can. */
function AccountStatusNote({ status }: { status: keyof typeof accountStatusNotes }) {
  const { support } = clientContext().clientSettings
  const text = accountStatusNotes[status]
  return text === null ? null : (
    <Alert kind="information">
      {text} If you have a question, please call {support.phone}.
    </Alert>
  )
}
