import { useQuery } from '@tanstack/react-query'
import type { Reply } from '../../../contract/endpoint.ts'
import { currencyNames } from '../../../domain/currencies.ts'
import type { Currency } from '../../../domain/money.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BarTable } from '../../../web/ui/charts/BarTable.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { britishYear } from './domain/fund-contribution.ts'
import { getContributionYears } from './fund-contributions.contract.ts'
import styles from './TaxYears.module.css'

/** What the fund received by year, as bars with their figures: in the tax year of the client's country, or in both where it shows two books. */
export function TaxYears({ account }: { account: CurrentAccount }) {
  const { fundId } = account
  const found = useQuery(query(getContributionYears, { params: { fundId } }))
  return (
    <section aria-label="Tax years">
      {found.isLoadingError ? (
        <LoadFailure what="The figures" requests={[found]} />
      ) : found.data ? (
        <Years years={found.data} account={account} />
      ) : (
        <Skeleton shape="table" lines={6} label="Loading the figures" />
      )}
    </section>
  )
}

type Sums = Reply<typeof getContributionYears>['calendar']

/** The years from the last to the first, also those in which nothing was given. */
function withoutGaps(sums: Sums): Sums {
  const [last, first] = [sums[0]?.year ?? 0, sums.at(-1)?.year ?? 0]
  return Array.from({ length: last - first + 1 }, (_, index) => {
    const year = last - index
    return sums.find(sum => sum.year === year) ?? { year, amountMinor: 0n, contributions: 0 }
  })
}

type YearsProps = { years: Reply<typeof getContributionYears>; account: CurrentAccount }

function Years({ years, account }: YearsProps) {
  const hasBoth = clientContext().secondaryDb !== null
  const { elsewhere } = years
  if ([years, ...elsewhere].every(({ calendar }) => calendar.length === 0))
    return (
      <p>
        Contributions will be added up here by year once the first has arrived.{' '}
        <Link to={paths.contributions()}>See what is announced</Link>
      </p>
    )
  return (
    <>
      <Note>
        Received contributions by the date of the gift, which decides the tax year. Assets count as they were
        credited; your receipts say what they were.
      </Note>
      {elsewhere.length === 0 ? (
        <Charts years={years} currency={account.currency} hasBoth={hasBoth} />
      ) : (
        [{ ...account, ...years }, ...elsewhere].map(each => (
          <YearsOfAccount key={`${each.currency} ${each.fundId}`} of={each} />
        ))
      )}
    </>
  )
}

/** One of the accounts that the donor has in both books, under its name and currency. */
function YearsOfAccount({ of }: { of: Reply<typeof getContributionYears>['elsewhere'][number] }) {
  const title = `${of.accountName}, in ${currencyNames[of.currency].plural}`
  return (
    <section aria-label={title} className={styles.account}>
      <h2>{title}</h2>
      {of.calendar.length === 0 ? (
        <p>No contribution has arrived in this account.</p>
      ) : (
        <Charts years={of} currency={of.currency} hasBoth />
      )}
    </section>
  )
}

type ChartsProps = { years: Record<'calendar' | 'british', Sums>; currency: Currency; hasBoth: boolean }

/** UK and US years side by side where the client has both, else those of its country. */
function Charts({ years, currency, hasBoth }: ChartsProps) {
  const isBritish = clientContext().clientSettings.locale === 'en-GB'
  const chart = (caption: string, sums: Sums, labelOf: (year: number) => string) => (
    <BarTable
      caption={caption}
      what="Year"
      noteHeading="Count"
      currency={currency}
      totalMinor={sums.reduce((total, { amountMinor }) => total + amountMinor, 0n)}
      rows={withoutGaps(sums).map(({ year, amountMinor, contributions }) => ({
        key: `${year}`,
        label: labelOf(year),
        amountMinor,
        note: `${contributions}`,
      }))}
    />
  )
  return (
    <div className={hasBoth ? styles.sideBySide : styles.one}>
      {isBritish || hasBoth
        ? chart('UK tax years, from 6 April to 5 April', years.british, britishYear)
        : null}
      {!isBritish || hasBoth
        ? chart(hasBoth ? 'US tax years, from January to December' : 'By year', years.calendar, String)
        : null}
    </div>
  )
}
