import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { countStaffQueues } from '../../../contract/staff-queues.contract.ts'
import { searchKeywords } from '../../../contract/wire.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { useDebounced } from '../../../web/api/use-debounced.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { optionalParam, useSearchParams } from '../../../web/routing/search-params.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { SearchField } from '../../../web/ui/fields/SearchField.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Table } from '../../../web/ui/table/Table.tsx'
import { searchCharities } from '../../charities/charities.contract.ts'
import { placeLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { listProposalsToDecide } from '../../charity-vetting/proposal-review.contract.ts'
import { ProposalsToDecide } from '../../charity-vetting/staff/ProposalsToDecide.tsx'
import { VettedCharities, VettingsToConfirm } from '../../charity-vetting/staff/VettedOrganizations.tsx'
import { VettingForm } from '../../charity-vetting/staff/VettingForm.tsx'
import { listVettings } from '../../charity-vetting/vettings.contract.ts'
import { listPayeesToConfirm } from '../payee-changes.contract.ts'
import styles from './CharitiesPage.module.css'
import { PayeesToConfirm } from './PayeesToConfirm.tsx'

const views = ['suggestions', 'to-confirm', 'vetted', 'due-diligence'] as const
type View = (typeof views)[number]

const search = z.object({
  keywords: optionalParam(searchKeywords),
  /** Absent: the first list in which something waits. */
  view: optionalParam(z.enum(views)),
})
const searchDelayMs = 400

/**
 * /super-user-dashboard/charities: what donors suggested, the vettings to confirm and those in force; and finds any charity, to read
 * and change its profile (§13).
 */
export function CharitiesPage() {
  const { keywords = '', view: chosen } = useSearchParams(search)
  const waitingView = useWaitingView()
  const view = chosen ?? waitingView
  const navigate = useNavigate()
  const mayEdit = useCan('CHARITY_EDIT')
  const [isEntering, setEntering] = useState(false)
  const searched = useDebounced(keywords.trim(), searchDelayMs)
  const show = (next: { keywords?: string; view?: View }) =>
    void navigate({ to: staffPaths.staffCharities(next), replace: true, resetScroll: false })
  return (
    <>
      <PageHeading
        title="Charities"
        isAboveList
        lead="What donors suggest, what we have vetted, and our information about each charity"
        actions={
          mayEdit && !isEntering ? (
            <Button onPress={() => setEntering(true)}>Vet a charity</Button>
          ) : undefined
        }
      >
        Charities
      </PageHeading>
      {isEntering ? (
        <VettingForm
          known={{}}
          charityId={null}
          proposalId={null}
          onDone={() => {
            setEntering(false)
            show({ view: 'to-confirm' })
          }}
          onCancel={() => setEntering(false)}
        />
      ) : null}
      <div className={styles.toolbar}>
        <Views view={keywords === '' ? view : null} onShow={next => show({ view: next })} />
        <SearchField
          label={inClientEnglish('Find a charity by name, town{,} or number')}
          isLabelHidden
          name="charity-keywords"
          value={keywords}
          onChange={next => show({ keywords: next, ...(chosen && { view: chosen }) })}
        />
      </div>
      {keywords !== '' ? (
        <FoundCharities keywords={searched} />
      ) : view === null ? (
        <Skeleton shape="text" lines={6} label="Loading what waits" />
      ) : view === 'suggestions' ? (
        <ProposalsToDecide />
      ) : view === 'to-confirm' ? (
        <>
          <PayeesToConfirm />
          <VettingsToConfirm mayEdit={mayEdit} />
        </>
      ) : (
        <VettedCharities key={view} of={view === 'due-diligence' ? view : 'no-register'} />
      )}
    </>
  )
}

/**
 * The list that the page opens with: suggestions, unless only another one has what waits. Null until the counts are there; it stays when
 * the last of them was decided about.
 */
function useWaitingView(): View | null {
  const waiting = useQuery(query(countStaffQueues, {}))
  const [opened, setOpened] = useState<View | null>(null)
  if (opened !== null) return opened
  if (waiting.isPending) return null
  const has = (
    queue: 'charity-suggestions' | 'vettings-to-confirm' | 'payees-to-confirm' | 'vettings-to-renew',
  ) => (waiting.data?.data[queue] ?? 0) > 0
  const found = has('charity-suggestions')
    ? 'suggestions'
    : has('vettings-to-confirm') || has('payees-to-confirm')
      ? 'to-confirm'
      : has('vettings-to-renew')
        ? 'vetted'
        : 'suggestions'
  setOpened(found)
  return found
}

type ViewsProps = {
  /** Null while a search shows other charities. */
  view: View | null
  onShow: (view: View) => void
}

/** Chooses the list, with what waits in each. */
function Views({ view, onShow }: ViewsProps) {
  const suggestions = useQuery(query(listProposalsToDecide, {})).data?.data.length
  const vettings = useQuery(query(listVettings, { query: {} })).data
  const payees = useQuery(query(listPayeesToConfirm, {})).data
  const toRenew = useQuery(query(countStaffQueues, {})).data?.data['vettings-to-renew'] ?? 0
  const toConfirm = vettings && payees && vettings.data.length + payees.meta.total
  const withCount = (text: string, count: number | undefined) =>
    count === undefined ? text : `${text} (${count})`
  return (
    <ChoiceBar
      label="Show"
      choices={[
        { value: 'suggestions', text: withCount('Suggested by donors', suggestions) },
        {
          value: 'to-confirm',
          text: withCount('To confirm', toConfirm),
        },
        {
          value: 'vetted',
          text:
            withCount('Vetted', vettings?.inForce.noRegister) +
            (toRenew === 0 ? '' : `, ${toRenew} to renew`),
        },
        ...(vettings?.asksDueDiligence
          ? [
              {
                value: 'due-diligence' as const,
                text: withCount('Due diligence', vettings.inForce.dueDiligence),
              },
            ]
          : []),
      ]}
      value={view}
      onChange={onShow}
    />
  )
}

const shown = 20

/** The charities of the registers, and those vetted, that match the keywords. */
function FoundCharities({ keywords }: { keywords: string }) {
  const found = useQuery({
    ...query(searchCharities, { query: { keywords, first: shown } }),
    enabled: keywords !== '',
    placeholderData: keepPreviousData,
  })
  if (found.isLoadingError) return <LoadFailure what="The charities" requests={[found]} />
  if (keywords === '' || !found.data) return null
  return (
    <Table
      caption={`Charities found for “${keywords}”`}
      columns={[
        {
          key: 'name',
          heading: 'Charity',
          isRowHeading: true,
          cell: ({ charityId, name }) => (
            <Link to={staffPaths.charityProfile(charityId)}>{charityName(name)}</Link>
          ),
        },
        { key: 'place', heading: 'Place', cell: charity => placeLabel(charity) },
        { key: 'number', heading: 'Number', cell: ({ taxId }) => taxId },
        { key: 'eligibility', heading: 'Eligibility', cell: ({ eligibility }) => eligibility.sentence },
      ]}
      rows={found.data.data}
      rowKey={({ charityId }) => charityId}
      empty={{ text: `No charity was found for “${keywords}”.` }}
    />
  )
}
