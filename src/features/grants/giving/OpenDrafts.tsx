import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { call } from '../../../web/api/call.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query, refreshAll } from '../../../web/api/query.ts'
import { usePending } from '../../../web/api/use-pending.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { afterRemoval } from '../../../web/routing/after-removal.ts'
import { paths } from '../../../web/routing/paths.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { BesideLogo } from '../../../web/ui/pictures/BesideLogo.tsx'
import { Money } from '../../../web/ui/text/Money.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { type BasketBrief, type ListedDraft, listDrafts, removeDraft } from '../baskets/drafts.contract.ts'
import styles from './OpenDrafts.module.css'

/** Drafts, the basket and files of the account that were not submitted, by any of its people. Renders nothing if there are none. */
export function OpenDrafts({ fundId }: { fundId: number }) {
  const headingId = useId()
  const found = useQuery(query(listDrafts, { params: { fundId } }))
  const { data: drafts = [], baskets = [] } = found.data ?? {}
  if (found.isLoadingError) return <LoadFailure what="Your drafts" requests={[found]} />
  if (drafts.length === 0 && baskets.length === 0) return null
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId} className={styles.heading}>
        Not submitted yet
      </h2>
      <ul className={styles.list}>
        {baskets.map(basket => (
          <BasketItem key={basket.basketId} basket={basket} />
        ))}
        {drafts.map(draft => (
          <DraftItem key={draft.draftId} draft={draft} fundId={fundId} />
        ))}
      </ul>
    </section>
  )
}

function BasketItem({ basket }: { basket: BasketBrief }) {
  const { currentDbHeader: currency } = clientContext()
  const { rows, totalMinor, fileName, startedByName } = basket
  return (
    <li className={styles.item}>
      <span className={styles.what}>
        <Link to={paths.grantBasket(basket.basketId)}>{fileName ?? 'Basket'}</Link>
        <Note>
          {rows} {rows === 1 ? 'grant' : 'grants'}, started by {startedByName}
        </Note>
      </span>
      <Money amountMinor={totalMinor} currency={currency} />
    </li>
  )
}

function DraftItem({ draft, fundId }: { draft: ListedDraft; fundId: number }) {
  const { currentDbHeader: currency } = clientContext()
  const { locale, timeZone } = clientContext().clientSettings
  const { isPending, run } = usePending()
  const { charityId, charityName: saved, amountMinor } = draft.content
  const name = saved === null ? 'No charity yet' : charityName(saved)
  const remove = async () => {
    const body = { data: { type: 'command' as const, attributes: {} } }
    await call(removeDraft, { params: { fundId, draftId: draft.draftId }, body })
    await refreshAll()
    afterRemoval(`The draft for ${name} was removed.`)
  }
  return (
    <li className={styles.item}>
      <div className={styles.what}>
        <BesideLogo name={saved ?? ''} logoUrl={draft.logoUrl}>
          <Link
            to={paths.recommendGrant({
              draftId: draft.draftId,
              ...(charityId === null ? {} : { charityId, step: 'grant' }),
            })}
          >
            {name}
          </Link>
          <Note>
            Draft started by {draft.startedByName}, saved{' '}
            {formatInstant(draft.changedAt, { locale, timeZone })}
          </Note>
          {draft.charityFlag === null ? null : <span className={styles.flag}>{draft.charityFlag}</span>}
        </BesideLogo>
      </div>
      <span className={styles.end}>
        {amountMinor === null ? null : <Money amountMinor={amountMinor} currency={currency} />}
        <Button kind="text" isPending={isPending} onPress={() => void run(remove)}>
          Remove<VisuallyHidden> the draft for {name}</VisuallyHidden>
        </Button>
      </span>
    </li>
  )
}
