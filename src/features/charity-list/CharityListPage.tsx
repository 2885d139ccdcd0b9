import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { sortKey } from '../../contract/wire.ts'
import { call } from '../../web/api/call.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query, queryList, refreshAll } from '../../web/api/query.ts'
import { usePending } from '../../web/api/use-pending.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { ListTable } from '../../web/list/ListTable.tsx'
import type { Cells } from '../../web/list/list-columns.tsx'
import type { RowKey } from '../../web/list/selection-column.tsx'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { optionalParam, useSearchParams } from '../../web/routing/search-params.ts'
import { type CurrentAccount, useCurrentAccount, useMayRecommend } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../web/ui/navigation/Breadcrumb.tsx'
import { BesideLogo } from '../../web/ui/pictures/BesideLogo.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { Proposals } from '../charity-vetting/Proposals.tsx'
import { addToBasket } from '../grants/baskets/drafts.contract.ts'
import { getProfile } from '../people/profile/profile.contract.ts'
import styles from './CharityList.module.css'
import { CharityNote } from './CharityNote.tsx'
import { exportCharityList, type ListedCharity, listCharityList } from './charity-list.contract.ts'
import { charityListColumns } from './charity-list.list.ts'
import { draftFor } from './draft-for.ts'
import { RemoveCharity } from './RemoveCharity.tsx'

const search = z.object({ sort: optionalParam(sortKey) })

/** /charity-list: the fund's saved charities with notes, grants and changes in the register; and its proposals. */
export function CharityListPage() {
  const account = useCurrentAccount()
  return (
    <>
      <Breadcrumb pages={[{ title: 'Grants', to: paths.grants() }]} />
      <PageHeading title="Charity List" isAboveList lead="Charities that you have saved for future grants">
        Charity List
      </PageHeading>
      <CharityTable account={account} />
      <Proposals fundId={account.fundId} />
    </>
  )
}

function CharityTable({ account }: { account: CurrentAccount }) {
  const { fundId, currency, writeAccess } = account
  const navigate = useNavigate()
  const { sort = charityListColumns.defaultSort } = useSearchParams(search)
  const mayRecommend = useMayRecommend(account)
  const mayChange = useCan('CHARITY_LIST_UPDATE') && writeAccess
  const maySeeCharity = useCan('FUND_AC_DETAIL_VIEW')
  const [selected, setSelected] = useState<ReadonlySet<RowKey>>(new Set())
  const found = useQuery({
    ...queryList(listCharityList, { params: { fundId }, query: { sort } }, 'all'),
    placeholderData: keepPreviousData,
  })
  const rows = found.data?.data
  const chosen = (rows ?? []).filter(({ charityId }) => selected.has(charityId))
  return (
    <section aria-label="Charities">
      <ListTable
        list={charityListColumns}
        what="charities"
        caption="Charity List"
        currency={currency}
        rows={rows}
        rowKey={({ charityId }) => charityId}
        loadFailure={found.isLoadingError ? <LoadFailure what="The list" requests={[found]} /> : null}
        cells={cellsFor({ fundId, mayChange, maySeeCharity })}
        actionsAfter={
          mayChange ? [{ ...removeColumn, cell: row => <RemoveCharity fundId={fundId} charity={row} /> }] : []
        }
        sort={sort}
        onSort={next => void navigate({ to: paths.charityList(next), replace: true, resetScroll: false })}
        {...(mayRecommend
          ? {
              selection: {
                keys: selected,
                onChange: setSelected,
                actions: <GiveToSeveral fundId={fundId} charities={chosen} />,
              },
            }
          : {})}
        empty={{
          text: 'Charities that you save with the heart icon will appear here.',
          ...(mayRecommend ? { action: <Link to={paths.recommendGrant()}>Find a charity</Link> } : {}),
        }}
        onExport={(format, about) =>
          downloadFile(exportCharityList, { params: { fundId }, query: { sort, format } }, about)
        }
      />
    </section>
  )
}

/** Puts a grant to each of the charities into the basket: the same amount as the last time, where there was one. */
function GiveToSeveral({ fundId, charities }: { fundId: number; charities: readonly ListedCharity[] }) {
  const { history } = useRouter()
  const client = useQueryClient()
  const { isPending, run } = usePending()
  const possible = charities.filter(({ canBeSelected }) => canBeSelected)
  const gather = async () => {
    // A guess could name a donor who wants to stay anonymous.
    const { grantNaming } = await client.fetchQuery(query(getProfile, {}))
    const drafts = possible.map(charity => draftFor(charity, grantNaming ?? 'fund_and_donor'))
    const body = { data: { type: 'command' as const, attributes: { drafts } } }
    const { basketId } = await call(addToBasket, { params: { fundId }, body })
    void refreshAll()
    history.push(paths.grantBasket(basketId))
  }
  return (
    <>
      <Button
        kind="primary"
        isPending={isPending}
        isDisabled={possible.length === 0}
        onPress={() => void run(gather)}
      >
        Add {possible.length} {possible.length === 1 ? 'grant' : 'grants'} to the basket
      </Button>
      {possible.length < charities.length ? (
        <span className={styles.note}>
          {charities.length - possible.length} of the selected charities cannot receive a grant.
        </span>
      ) : null}
    </>
  )
}

type CellOptions = { fundId: number; mayChange: boolean; maySeeCharity: boolean }

const cellsFor = ({ fundId, mayChange, maySeeCharity }: CellOptions): Cells<ListedCharity> => ({
  name: row => (
    <BesideLogo name={charityName(row.name)} logoUrl={row.logoUrl}>
      {maySeeCharity ? (
        <Link to={paths.charityActivity(row.charityId)}>{charityName(row.name)}</Link>
      ) : (
        charityName(row.name)
      )}
      <span className={styles.note}>{row.taxId}</span>
      {row.flag === null ? null : <span className={styles.flag}>{row.flag}</span>}
    </BesideLogo>
  ),
  note: row => (mayChange ? <CharityNote key={row.note} fundId={fundId} charity={row} /> : row.note),
})

const removeColumn = { key: 'remove', heading: 'Actions', isHeadingHidden: true, widthRem: 6 }
