import { useQuery } from '@tanstack/react-query'
import { formatDate } from '../../../domain/dates.ts'
import { query } from '../../../web/api/query.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import { vettingBasisLabels } from '../domain/vetting.ts'
import { listVettings } from '../vettings.contract.ts'
import styles from './Charities.module.css'

/** The vetting in force, until when, and whether another awaits confirmation. */
export function VettingStatus({ charityId }: { charityId: string }) {
  const { locale } = clientContext().clientSettings
  const found = useQuery(query(listVettings, { query: { charityId } }))
  const current = found.data?.data.find(({ state }) => state === 'vetted')
  const isWaiting = found.data?.data.some(({ state }) => state === 'proposed')
  const waiting = isWaiting ? <StatusChip sign="waiting">Awaiting confirmation</StatusChip> : null
  if (!current) return waiting ?? (found.data ? <StatusChip sign="ended">None in force</StatusChip> : '…')
  const day = formatDate(current.expiresOn, locale)
  return (
    <>
      {current.validity === 'expired' ? (
        <StatusChip sign="refused">Expired on {day}</StatusChip>
      ) : (
        <StatusChip sign={current.validity === 'ending' ? 'waiting' : 'done'}>Valid until {day}</StatusChip>
      )}
      <span className={styles.note}>
        {current.validity === 'valid'
          ? vettingBasisLabels[current.basis]
          : current.validity === 'expired'
            ? 'Grants need extra review until it is renewed.'
            : 'Renew it so that grants don’t need extra review.'}
      </span>
      {waiting}
    </>
  )
}
