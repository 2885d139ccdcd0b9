import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { addDays, addMonths, formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import type { YearEndParam } from '../../../web/routing/path-views.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { OnScreenOnly, PrintedTitle } from '../../../web/ui/text/Printed.tsx'
import { noncashTypes } from '../domain/returns.ts'
import { getYearEnd, type YearEnd } from '../year-end.contract.ts'
import { YearContributions, YearContributors } from './Contributions.tsx'
import { YearFigures } from './Figures.tsx'
import { YearFunds } from './Funds.tsx'
import { YearGrantees, YearGrants } from './Grants.tsx'

const views = ['figures', 'funds', 'grantees', 'grants', 'contributors', 'contributions'] as const
const viewTitles = {
  figures: 'Figures',
  funds: 'Funds',
  grantees: 'Grantees',
  grants: 'Grants',
  contributors: 'Contributors',
  contributions: 'Contributions',
} as const satisfies Record<(typeof views)[number], string>

const text = z.catch(z.optional(z.string()), undefined)
const search = z.object({
  show: z.catch(z.enum(views), 'figures'),
  year: z.catch(z.optional(z.string().check(z.regex(/^2[01]\d\d$/))), undefined),
  charity: text,
  contributor: z.catch(z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))), undefined),
  noncash: z.catch(z.optional(z.enum(noncashTypes)), undefined),
  giftAid: z.catch(z.optional(z.literal('true')), undefined),
})

/** /super-user-dashboard/year-end: the figures of a fiscal year for the sponsor’s return and accounts, and the rows behind each. */
export function YearEndPage() {
  const { show, year, charity, contributor, noncash, giftAid } = useSearchParams(search)
  const found = useQuery(
    query(getYearEnd, { query: { year: year === undefined ? undefined : Number(year) } }),
  )
  const navigate = useNavigate()
  const { locale } = clientContext().clientSettings
  const go = (next: Partial<Record<YearEndParam, string>>) =>
    void navigate({ to: staffPaths.yearEnd({ show, year, ...next }), replace: true, resetScroll: false })
  return (
    <>
      <PageHeading
        title="Year End"
        lead="The figures of a fiscal year for the return and the accounts, each with the rows behind it."
      >
        Year End
      </PageHeading>
      {found.isLoadingError ? <LoadFailure what="The fiscal year" requests={[found]} /> : null}
      {found.data ? (
        <>
          <PrintedTitle>{`${viewTitles[show]}, ${daysOfYear(found.data, locale)}`}</PrintedTitle>
          <OnScreenOnly>
            <YearSelect yearEnd={found.data} onChange={next => go({ year: next })} />
          </OnScreenOnly>
          <ChoiceBar
            label="Show"
            choices={views.map(value => ({ value, text: viewTitles[value] }))}
            value={show}
            onChange={next => go({ show: next })}
          />
          {show === 'figures' ? <YearFigures yearEnd={found.data} /> : null}
          {show === 'funds' ? <YearFunds yearEnd={found.data} /> : null}
          {show === 'grantees' ? <YearGrantees yearEnd={found.data} /> : null}
          {show === 'grants' ? <YearGrants yearEnd={found.data} charityId={charity} /> : null}
          {show === 'contributors' ? <YearContributors yearEnd={found.data} /> : null}
          {show === 'contributions' ? (
            <YearContributions
              yearEnd={found.data}
              {...{ contributor, noncash }}
              giftAid={giftAid === 'true'}
            />
          ) : null}
        </>
      ) : found.isLoadingError ? null : (
        <Skeleton shape="table" lines={10} label="Loading the fiscal year" />
      )}
    </>
  )
}

const daysOfYear = ({ from, to }: Pick<YearEnd, 'from' | 'to'>, locale: string): string =>
  `${formatDate(from, locale)} to ${formatDate(to, locale)}`

function YearSelect({ yearEnd, onChange }: { yearEnd: YearEnd; onChange: (year: string) => void }) {
  const { locale } = clientContext().clientSettings
  const years: number[] = []
  for (let year = yearEnd.lastYear; year >= yearEnd.firstYear; year--) years.push(year)
  const all = years.includes(yearEnd.year) ? years : [yearEnd.year, ...years]
  const firstDay = (year: number) => addMonths(yearEnd.from, 12 * (year - yearEnd.year))
  const daysOf = (year: number) =>
    daysOfYear({ from: firstDay(year), to: addDays(firstDay(year + 1), -1) }, locale)
  return (
    <Select
      label="Fiscal year"
      name="fiscal-year"
      value={String(yearEnd.year)}
      choices={all.map(year => ({ value: String(year), text: daysOf(year) }))}
      onChange={onChange}
    />
  )
}
