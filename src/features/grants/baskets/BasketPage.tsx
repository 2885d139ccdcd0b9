import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { countOf } from '../../../domain/count-of.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { downloadFile } from '../../../web/list/download-file.ts'
import { ExportButtons } from '../../../web/list/ExportButtons.tsx'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useScreenParams } from '../../../web/routing/screen-params.ts'
import { type CurrentAccount, useCurrentAccount } from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { ChoiceBar } from '../../../web/ui/actions/ChoiceBar.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Breadcrumb } from '../../../web/ui/navigation/Breadcrumb.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import styles from './Basket.module.css'
import { BasketRows } from './BasketRows.tsx'
import { BasketSummary } from './BasketSummary.tsx'
import { type Basket, type BasketRow, discardBasket, exportBasket, getBasket } from './drafts.contract.ts'
import { PrintableRows } from './PrintableRows.tsx'
import { SubmitBasket } from './SubmitBasket.tsx'

const pageSize = 50

/** /grants/baskets/{basketId}: grants that are gathered or read from a file, edited side by side and submitted as one (§13). */
export function BasketPage() {
  const { basketId } = useScreenParams('/grants/baskets/$basketId')
  const account = useCurrentAccount()
  const { fundId } = account
  const [only, setOnly] = useState<'problems' | 'all'>('problems')
  const [after, setAfter] = useState(0)
  const found = useQuery({
    ...query(getBasket, {
      params: { fundId, basketId },
      query: { first: pageSize, after, ...(only === 'problems' ? { only } : {}) },
    }),
    placeholderData: keepPreviousData,
  })
  if (found.isLoadingError) return <LoadFailure what="The basket" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={8} label="Loading the grants" />
  const { basket, rows, total, next } = found.data
  if (basket.state !== 'open') return <Closed basket={basket} />
  const isFile = basket.source === 'file'
  const withoutAmount = isFile ? 0 : rows.filter(isOnlyWithoutAmount).length
  return (
    <>
      <Breadcrumb pages={[{ title: 'Grants', to: paths.grants() }]} />
      <PageHeading title={titleOf(basket)} lead={leadOf(basket)}>
        {titleOf(basket)}
      </PageHeading>
      {isFile ? (
        <ChoiceBar
          label="Rows"
          choices={[
            { value: 'problems', text: 'To correct or confirm' },
            { value: 'all', text: `All ${basket.rows}` },
          ]}
          value={only}
          onChange={chosen => {
            setOnly(chosen)
            setAfter(0)
          }}
        />
      ) : null}
      <PrintableRows basket={basket} fundId={fundId} only={only} rows={rows} total={total}>
        <BasketRows
          rows={rows}
          fundId={fundId}
          basket={basket}
          emptyText={
            isFile
              ? 'All rows are ready to submit.'
              : 'There are no grants in the basket. You can add a grant on its review step.'
          }
        />
      </PrintableRows>
      {isFile ? <Pages after={after} next={next} onPage={setAfter} /> : null}
      {basket.rows === 0 ? null : <ExportBasket basket={basket} fundId={fundId} />}
      <BasketSummary basket={basket} withoutAmount={withoutAmount} currency={account.currency} />
      <BasketFooter basket={basket} withoutAmount={withoutAmount} account={account} />
    </>
  )
}

/** Whether a grant was gathered and nobody has entered its amount yet, which is no mistake. */
const isOnlyWithoutAmount = ({ content, errors }: BasketRow): boolean =>
  content.amountMinor === null && errors.length > 0 && errors.every(({ field }) => field === 'amountMinor')

const titleOf = ({ source, fileName }: Basket) => (source === 'file' ? (fileName ?? 'File') : 'Basket')
const leadOf = ({ startedByName, source }: Basket) =>
  `${source === 'file' ? 'Uploaded' : 'Started'} by ${startedByName}. Nothing is recommended until you submit.`

type PagesProps = { after: number; next: number | null; onPage: (after: number) => void }

function Pages({ after, next, onPage }: PagesProps) {
  if (after === 0 && next === null) return null
  return (
    <div className={styles.pages}>
      {after === 0 ? null : <Button onPress={() => onPage(0)}>First rows</Button>}
      {next === null ? null : <Button onPress={() => onPage(next)}>Next rows</Button>}
    </div>
  )
}

function ExportBasket({ basket: { basketId }, fundId }: { basket: Basket; fundId: number }) {
  const { locale } = clientContext().clientSettings
  return (
    <ExportButtons
      what="the grants"
      locale={locale}
      onExport={(format, about) =>
        downloadFile(exportBasket, { params: { fundId, basketId }, query: { format } }, about)
      }
    />
  )
}

function BasketFooter({
  basket,
  withoutAmount,
  account,
}: {
  basket: Basket
  withoutAmount: number
  account: CurrentAccount
}) {
  const { history } = useRouter()
  const { fundId } = account
  const { locale } = clientContext().clientSettings
  const [isDiscarding, setDiscarding] = useState(false)
  const { isPending, run } = usePending()
  const discard = async () => {
    const body = { data: { type: 'command' as const, attributes: {} } }
    await call(discardBasket, { params: { fundId, basketId: basket.basketId }, body })
    void refreshAll()
    history.push(paths.grants())
  }
  return (
    <div>
      {basket.rows === 0 ? null : (
        <SubmitBasket basket={basket} withoutAmount={withoutAmount} fundId={fundId} />
      )}
      <p className={styles.pages}>
        {basket.source === 'selection' ? <Link to={paths.recommendGrant()}>Add another grant</Link> : null}
        <Button kind="text" onPress={() => setDiscarding(true)}>
          Discard {basket.source === 'file' ? 'this file' : 'the basket'}
        </Button>
      </p>
      <ConfirmDialog
        title={basket.source === 'file' ? 'Discard this file?' : 'Discard the basket?'}
        isOpen={isDiscarding}
        isDangerous
        isPending={isPending}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => void run(discard)}
        confirmText="Discard"
        cancelText="Keep"
      >
        <p>
          Its {countOf(basket.rows, 'grant', locale)} will not be recommended, and your entries will be
          deleted.
        </p>
      </ConfirmDialog>
    </div>
  )
}

/** A closed basket: the confirmation of its submission, or a note that it was discarded. */
function Closed({ basket }: { basket: Basket }) {
  const { currentDbHeader: currency, clientSettings } = clientContext()
  const isSubmitted = basket.state === 'submitted'
  return (
    <>
      <PageHeading title={titleOf(basket)} takesFocus={!isSubmitted}>
        {titleOf(basket)}
      </PageHeading>
      {isSubmitted ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>
            {countOf(basket.rows, 'grant was', clientSettings.locale, 'grants were')} recommended, in total{' '}
            <Money amountMinor={basket.totalMinor} currency={currency} />. We will review each grant and
            e-mail you when it is decided.
          </p>
        </Alert>
      ) : (
        <p>This was discarded. None of its grants were recommended.</p>
      )}
      <p>
        <Link to={paths.grants({ state: 'waiting' })} look="button">
          See all grants
        </Link>
      </p>
    </>
  )
}
