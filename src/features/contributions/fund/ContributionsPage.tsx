import { useNavigate } from '@tanstack/react-router'
import { FundActivityNavigation } from '../../../web/routing/FundActivityNavigation.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { useCurrentAccount } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { addressOfView, type ContributionsView, contributionsSearch } from './contributions-view.ts'
import { FundContributions } from './FundContributions.tsx'
import { TaxYears } from './TaxYears.tsx'

/** /contributions: what was given to the fund, what is announced or expected, and what it received by year (§17). */
export function ContributionsPage() {
  const account = useCurrentAccount()
  const navigate = useNavigate()
  const view = useSearchParams(contributionsSearch)
  const mayAnnounce =
    useCan('CONTRIBUTION_ANNOUNCE') &&
    (account.accountStatus === 'Active' || account.accountStatus === 'Entered')
  const show = (next: ContributionsView) =>
    void navigate({ to: addressOfView(next), replace: true, resetScroll: false })
  return (
    <>
      <PageHeading
        title="Contributions"
        isAboveList
        actions={
          <>
            <ChoiceBar
              label="View"
              choices={[
                { value: 'list', text: 'List' },
                { value: 'tax-year', text: 'Tax years' },
              ]}
              value={view.view ?? 'list'}
              onChange={chosen => show({ ...view, view: chosen === 'tax-year' ? 'tax-year' : undefined })}
            />
            {mayAnnounce ? (
              <Link to={paths.contribute()} look="button">
                Contribute
              </Link>
            ) : null}
          </>
        }
      >
        Contributions
      </PageHeading>
      <FundActivityNavigation current="Contributions" />
      {view.view === 'tax-year' ? (
        <TaxYears account={account} />
      ) : (
        <FundContributions account={account} view={view} onView={show} mayAnnounce={mayAnnounce} />
      )}
    </>
  )
}
