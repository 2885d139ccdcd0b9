import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'
import { searchKeywords } from '../../../contract/wire.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../../web/routing/search-params.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { searchCharities } from '../../charities/charities.contract.ts'
import { placeLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { ProposalsToDecide } from '../../charity-vetting/staff/ProposalsToDecide.tsx'
import { VettedOrganizations } from '../../charity-vetting/staff/VettedOrganizations.tsx'

const search = z.object({ keywords: optionalParam(searchKeywords) })
const searchDelayMs = 400
const shown = 20

/** /super-user-dashboard/charities: finds a charity of the registers or one that staff vetted, to read and change its profile (§13). */
export function CharitiesPage() {
  const { keywords = '' } = useSearchParams(search)
  const navigate = useNavigate()
  const searched = useDebounced(keywords.trim(), searchDelayMs)
  const found = useQuery({
    ...query(searchCharities, { query: { keywords: searched, first: shown } }),
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  })
  const set = (next: string) =>
    void navigate({
      to: paths.staffCharities(next === '' ? undefined : next),
      replace: true,
      resetScroll: false,
    })
  return (
    <>
      <PageHeading
        title="Charities"
        isAboveList
        lead="Our own information about charities, in addition to their register entries"
      >
        Charities
      </PageHeading>
      <SearchField
        label="Find a charity"
        hint={inClientEnglish('By name, town{,} or number. Spelling needn’t be exact.')}
        name="charity-keywords"
        value={keywords}
        onChange={set}
      />
      {found.isLoadingError ? (
        <LoadFailure what="The charities" requests={[found]} />
      ) : searched === '' || !found.data ? null : (
        <Table
          caption={`Charities found for “${searched}”`}
          columns={[
            {
              key: 'name',
              heading: 'Charity',
              isRowHeading: true,
              cell: ({ charityId, name }) => (
                <Link to={paths.charityProfile(charityId)}>{charityName(name)}</Link>
              ),
            },
            { key: 'place', heading: 'Place', cell: charity => placeLabel(charity) },
            { key: 'number', heading: 'Number', cell: ({ taxId }) => taxId },
            {
              key: 'eligibility',
              heading: 'Eligibility',
              cell: ({ eligibility }) => eligibility.sentence,
            },
          ]}
          rows={found.data.data}
          rowKey={({ charityId }) => charityId}
          empty={{ text: `No charity was found for “${searched}”.` }}
        />
      )}
      <ProposalsToDecide />
      <VettedOrganizations />
    </>
  )
}
