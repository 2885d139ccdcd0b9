import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { dueDiligence, vettingBasisLabels } from '../domain/vetting.ts'
import { listVettings, type Vetting } from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { VettingCard } from './VettingCard.tsx'
import { vettedName } from './vetted-name.ts'

const validityTexts = {
  valid: '',
  ending: 'Ends soon',
  expired: 'Expired',
} as const satisfies Record<NonNullable<Vetting['validity']>, string>

/** Vettings of charities that are on no register, which a second person confirms. */
export function VettingsToConfirm({ mayEdit }: { mayEdit: boolean }) {
  const found = useQuery(query(listVettings, { query: {} }))
  if (found.isLoadingError) return <LoadFailure what="The vettings" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the vettings" />
  const waiting = found.data.data.filter(({ state }) => state === 'proposed')
  return (
    <section aria-label="Vettings to confirm" className={styles.list}>
      {waiting.length === 0 ? (
        <p data-empty>
          No vettings are awaiting confirmation. A second person approves each with its supporting documents.
        </p>
      ) : null}
      {waiting.map(vetting => (
        <VettingToConfirm key={vetting.vettingId} vetting={vetting} mayEdit={mayEdit} />
      ))}
    </section>
  )
}

function VettingToConfirm({ vetting, mayEdit }: { vetting: Vetting; mayEdit: boolean }) {
  const { locale, timeZone } = clientContext().clientSettings
  const [isOpen, setOpen] = useState(false)
  return (
    <Disclosure
      heading={
        <span>
          {vettedName(vetting)}
          <Note>
            Entered by {vetting.proposedByName} on{' '}
            {formatDate(dateOf(new Date(vetting.proposedAt), timeZone), locale)}
          </Note>
        </span>
      }
      isOpen={isOpen}
      onToggle={setOpen}
    >
      <VettingCard vetting={vetting} mayEdit={mayEdit} hasHeading={false} />
    </Disclosure>
  )
}

/** The charities on no register that donors can find; or those of a register about which there is a record of due diligence. */
export function VettedCharities({ of }: { of: 'no-register' | 'due-diligence' }) {
  const found = useQuery(query(listVettings, { query: {} }))
  if (found.isLoadingError) return <LoadFailure what="The vetted charities" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the vetted charities" />
  return (
    <InForce
      rows={found.data.data.filter(
        ({ state, basis }) => state === 'vetted' && (basis === dueDiligence) === (of === 'due-diligence'),
      )}
      of={of}
    />
  )
}

type InForceProps = { rows: readonly Vetting[]; of: 'no-register' | 'due-diligence' }

function InForce({ rows, of }: InForceProps) {
  const { locale } = clientContext().clientSettings
  return (
    <Table<Vetting>
      caption={of === 'due-diligence' ? 'Records of due diligence' : 'Vetted charities'}
      isCaptionHidden
      columns={[
        {
          key: 'name',
          heading: 'Charity',
          isRowHeading: true,
          cell: ({ charityId, name }) => (
            <Link to={paths.charityProfile(charityId)}>{charityName(name)}</Link>
          ),
        },
        {
          key: 'number',
          heading: of === 'due-diligence' ? 'Number' : 'Our number',
          cell: ({ charityId }) => charityId,
        },
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
      empty={{
        text:
          of === 'due-diligence'
            ? 'No records have been confirmed yet. Find a charity to enter one.'
            : 'No charities have been vetted yet.',
      }}
    />
  )
}
