import type { ReactNode } from 'react'
import type { Currency } from '../../domain/money.ts'
import { classNames } from '../ui/class-names.ts'
import { InfoPopover } from '../ui/overlay/InfoPopover.tsx'
import { DescriptionList } from '../ui/text/DescriptionList.tsx'
import { Money } from '../ui/text/Money.tsx'
import styles from './AccountOverview.module.css'

type AccountOverviewProps = {
  /** By the display rule of §3, status included. */
  accountName: string
  /** Null: the person has no account in this currency. */
  fundId: number | null
  currency: Currency
  /** The parts of the available balance, in minor units: balance − pending − excluded. */
  available: {
    availableMinor: bigint
    endingBalanceMinor: bigint
    pendingGrantsMinor: bigint
    excludedAssetsMinor: bigint
  } | null
  /** What falls due and is not set aside, below the parts of the balance. */
  due?: ReactNode
  /** 'View Accounts', if the person may see it (§2.4). */
  viewAccounts?: ReactNode
  /** The currency toggle of a client with two books (§4). */
  currencyControl?: ReactNode
  /** One row, for screens that are about something else than the balance. */
  isSlim?: boolean
}

/** The bar under the header: the current account and its available balance (§2.4). Null while the balance loads. */
export function AccountOverview(props: AccountOverviewProps) {
  const { accountName, fundId, currency, available, viewAccounts, currencyControl, isSlim = false } = props
  return (
    <section aria-label="Account" className={styles.overview}>
      <div className={classNames(styles.inner, isSlim && styles.slim)}>
        <div>
          {/* No heading: the h1 of the screen comes after it. */}
          <p className={styles.name} title={isSlim ? accountName : undefined}>
            {accountName}
          </p>
          <p className={styles.id}>
            {fundId === null ? null : <span>Account ID {fundId}</span>}
            {viewAccounts === undefined ? null : <span className={styles.viewAccounts}>{viewAccounts}</span>}
            {currencyControl === undefined ? null : (
              <span className={styles.viewAccounts}>{currencyControl}</span>
            )}
          </p>
        </div>
        <div className={styles.balance}>
          <div className={styles.label}>
            Available balance
            {available === null ? null : (
              <InfoPopover label="What makes up the available balance" offsetPx={isSlim ? 8 : 72}>
                <p>
                  The available balance is the current-date ending balance less cumulative pending grants and
                  excluded assets.
                </p>
                <Sum {...available} currency={currency} />
                {props.due}
              </InfoPopover>
            )}
          </div>
          <div className={styles.figure}>
            {available === null ? null : (
              <Money
                amountMinor={available.availableMinor}
                currency={currency}
                size={isSlim ? 'text' : 'large'}
              />
            )}
          </div>
        </div>
      </div>
    </section>
  )
}

function Sum(props: NonNullable<AccountOverviewProps['available']> & { currency: Currency }) {
  const { currency } = props
  const amount = (amountMinor: bigint) => (
    <Money amountMinor={amountMinor} currency={currency} symbol={false} />
  )
  return (
    <DescriptionList
      look="amounts"
      items={[
        { term: 'Ending balance', description: amount(props.endingBalanceMinor) },
        { term: 'Pending grants', description: amount(-props.pendingGrantsMinor) },
        { term: 'Excluded assets', description: amount(-props.excludedAssetsMinor) },
        {
          term: 'Available',
          description: <Money amountMinor={props.availableMinor} currency={currency} />,
          isTotal: true,
        },
      ]}
    />
  )
}
