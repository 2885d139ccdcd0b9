import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { vettingBasisLabels } from '../domain/vetting.ts'
import { listVettings, type Vetting } from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { VettingCard } from './VettingCard.tsx'
import { VettingForm } from './VettingForm.tsx'

const validityTexts = {
  valid: '',
  ending: 'Ends soon',
  expired: 'Expired',
} as const satisfies Record<NonNullable<Vetting['validity']>, string>

/** Charities that are not on a register: vettings awaiting confirmation, and those that donors can find. */
export function VettedOrganizations() {
  const headingId = useId()
  const mayEdit = useCan('CHARITY_EDIT')
  const [isEntering, setEntering] = useState(false)
  const found = useQuery(query(listVettings, { query: {} }))
  const rows = found.data?.data ?? []
  const waiting = rows.filter(({ state }) => state === 'proposed')
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Not on a register</h2>
      <p>
        Organizations, such as public bodies and churches, that we have vetted ourselves. Each needs
        supporting documents and a second person’s approval.
      </p>
      {found.isLoadingError ? <LoadFailure what="The vetted charities" requests={[found]} /> : null}
      {mayEdit && !isEntering ? <Button onPress={() => setEntering(true)}>Vet a charity</Button> : null}
      {isEntering ? (
        <VettingForm known={{}} charityId={null} proposalId={null} onDone={() => setEntering(false)} />
      ) : null}
      {waiting.map(vetting => (
        <VettingCard key={vetting.vettingId} vetting={vetting} mayEdit={mayEdit} />
      ))}
      {found.data ? <InForce rows={rows.filter(({ state }) => state === 'vetted')} /> : null}
    </section>
  )
}

function InForce({ rows }: { rows: readonly Vetting[] }) {
  const { locale } = clientContext().clientSettings
  return (
    <Table<Vetting>
      caption="Vetted charities"
      captionLevel={3}
      columns={[
        {
          key: 'name',
          heading: 'Charity',
          isRowHeading: true,
          cell: ({ charityId, name }) => <Link to={paths.charityProfile(charityId)}>{name}</Link>,
        },
        { key: 'number', heading: 'Our number', cell: ({ charityId }) => charityId },
        {
          key: 'place',
          heading: 'Place',
          cell: ({ city, usState }) => [city, usState].filter(Boolean).join(', '),
        },
        { key: 'basis', heading: 'Basis', cell: ({ basis }) => vettingBasisLabels[basis] },
        {
          key: 'until',
          heading: 'Valid until',
          cell: ({ expiresOn, validity }) =>
            [formatDate(expiresOn, locale), validity === null ? '' : validityTexts[validity]]
              .filter(Boolean)
              .join('. '),
        },
      ]}
      rows={rows}
      rowKey={({ vettingId }) => vettingId}
      hasStickyHeading={false}
      empty={{ text: 'No charities have been vetted yet.' }}
    />
  )
}
