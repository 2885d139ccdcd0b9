import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { listVettings, type Vetting } from '../vettings.contract.ts'
import styles from './Charities.module.css'
import { VettingCard } from './VettingCard.tsx'
import { VettingForm } from './VettingForm.tsx'

/** Every vetting of a charity that is not on a register, and the form that renews it. */
export function CharityVettings({ charityId, mayEdit }: { charityId: string; mayEdit: boolean }) {
  const headingId = useId()
  const [isRenewing, setRenewing] = useState(false)
  const found = useQuery(query(listVettings, { query: { charityId } }))
  const rows = found.data?.data ?? []
  const current = rows.find(({ state }) => state === 'vetted')
  const isWaiting = rows.some(({ state }) => state === 'proposed')
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <h2 id={headingId}>Our vetting</h2>
      {found.isLoadingError ? <LoadFailure what="The vetting" requests={[found]} /> : null}
      {found.isPending ? <Skeleton shape="text" lines={4} label="Loading the vetting" /> : null}
      {current && mayEdit && !isWaiting && !isRenewing ? (
        <Button onPress={() => setRenewing(true)}>Renew the vetting</Button>
      ) : null}
      {current && isRenewing && !isWaiting ? (
        <VettingForm
          known={fieldsOf(current)}
          charityId={charityId}
          proposalId={null}
          onDone={() => setRenewing(false)}
        />
      ) : null}
      {rows.map(vetting => (
        <VettingCard key={vetting.vettingId} vetting={vetting} mayEdit={mayEdit} />
      ))}
    </section>
  )
}

const fieldsOf = ({ name, alsoKnownAs, street, city, usState, postalCode, basis, finding }: Vetting) => ({
  name,
  alsoKnownAs: alsoKnownAs ?? '',
  street: street ?? '',
  city,
  usState: usState ?? '',
  postalCode,
  basis,
  finding,
})
