import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dateOf, formatDate } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, queryList } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ListTable } from '../../../web/list/ListTable.tsx'
import type { Cells } from '../../../web/list/list-columns.tsx'
import { useFilteredList } from '../../../web/list/use-filtered-list.tsx'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Disclosure } from '../../../web/ui/sections/Disclosure.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import type { VettedSubject } from '../domain/vetting.ts'
import { vettedCharitiesList } from '../vetted-charities.list.ts'
import {
  exportVettedCharities,
  listVettedCharities,
  listVettings,
  type VettedCharity,
  type Vetting,
} from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { VettingCard } from './VettingCard.tsx'
import { vettedName } from './vetted-name.ts'

/** Vettings of charities that are on no register, which a second person confirms. */
export function VettingsToConfirm({ mayEdit }: { mayEdit: boolean }) {
  const found = useQuery(query(listVettings, { query: {} }))
  if (found.isLoadingError) return <LoadFailure what="The vettings" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={4} label="Loading the vettings" />
  const waiting = found.data.data
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

const cells: Cells<VettedCharity> = {
  name: ({ charityId }, shown) => <Link to={staffPaths.charityProfile(charityId)}>{shown}</Link>,
}

/** The charities on no register that donors can find; or those of a register about which there is a record of due diligence. */
export function VettedCharities({ of }: { of: VettedSubject }) {
  const isDiligence = of === 'due-diligence'
  const { search, about } = useFilteredList(
    vettedCharitiesList,
    {
      what: isDiligence ? 'The records of due diligence' : 'The vetted charities',
      name: 'vetted-filter',
      label: 'Filter by name or number',
    },
    (search, view) => queryList(listVettedCharities, { query: { ...search, of } }, view),
  )
  return (
    <ListTable
      {...about}
      what={isDiligence ? 'records' : 'vetted charities'}
      caption={isDiligence ? 'Records of due diligence' : 'Vetted charities'}
      currency={clientContext().currentDbHeader}
      cells={cells}
      rowKey={({ charityId }) => charityId}
      empty={{
        text: isDiligence
          ? 'No records have been confirmed yet. Find a charity to enter one.'
          : 'No charities have been vetted yet.',
      }}
      onExport={(format, toFile) =>
        downloadFile(exportVettedCharities, { query: { ...search, of, format } }, toFile)
      }
    />
  )
}
