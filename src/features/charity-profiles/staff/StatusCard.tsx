import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { StatusSign } from '../../../domain/status-sign.ts'
import { query } from '../../../web/api/query.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { StatusChip } from '../../../web/ui/text/StatusChip.tsx'
import type { CharityRow } from '../../charities/charities.contract.ts'
import { VettingStatus } from '../../charity-vetting/staff/VettingStatus.tsx'
import { listBankDetails } from '../bank-details.contract.ts'
import { getCharityPayee } from '../payee-changes.contract.ts'
import { type CharityProfileDetails, granteeStatuses, partyStatuses } from '../profiles.contract.ts'
import styles from './CharityProfilePage.module.css'
import { ProfileSection } from './ProfileSection.tsx'
import { granteeStatusTexts, profileFieldLabel as label, partyStatusTexts } from './profile-labels.ts'

const outcomes: Readonly<Record<CharityRow['eligibility']['outcome'], { sign: StatusSign; text: string }>> = {
  yes: { sign: 'done', text: 'Can receive grants' },
  person: { sign: 'waiting', text: 'Each grant needs a review' },
  no: { sign: 'refused', text: 'Cannot receive grants' },
}

const granteeSigns: Readonly<Record<(typeof granteeStatuses)[number], StatusSign>> = {
  Accepted: 'done',
  Review: 'waiting',
  Rejected: 'refused',
}

type StatusCardProps = { profile: CharityProfileDetails; mayEdit: boolean }

/** Whether the charity can receive grants, on which grounds, and what waits for a second person. */
export function StatusCard({ profile, mayEdit }: StatusCardProps) {
  const { charity, fields } = profile
  const { charityId, eligibility } = charity
  const { sign, text } = outcomes[eligibility.outcome]
  const isVetted = charityId.startsWith('XX-ALM-')
  const isDeleted = fields.partyStatus === 'Deleted'
  return (
    <div className={styles.card}>
      <ProfileSection
        profile={profile}
        title="Status"
        names={['partyStatus', 'partyGranteeStatus']}
        mayEdit={mayEdit}
        editText="Change"
        fields={field => (
          <>
            <Select
              label={label('partyStatus')}
              choices={partyStatuses.map(value => ({ value, text: partyStatusTexts[value] }))}
              {...field('partyStatus')}
            />
            <Select
              label={label('partyGranteeStatus')}
              hint={inClientEnglish(
                'Grants to a rejected or deleted charity can’t be recommended, approved{,} or paid.',
              )}
              choices={granteeStatuses.map(value => ({ value, text: granteeStatusTexts[value] }))}
              {...field('partyGranteeStatus')}
            />
          </>
        )}
      >
        <dl className={styles.facts}>
          <Fact term="Grants">
            <StatusChip sign={sign}>{text}</StatusChip>
            <span className={styles.note}>{eligibility.sentence}</span>
          </Fact>
          <Fact term="Our decision">
            <StatusChip sign={isDeleted ? 'ended' : granteeSigns[fields.partyGranteeStatus]}>
              {isDeleted ? partyStatusTexts.Deleted : granteeStatusTexts[fields.partyGranteeStatus]}
            </StatusChip>
          </Fact>
          {isVetted ? (
            <Fact term="Our vetting">
              <VettingStatus charityId={charityId} />
            </Fact>
          ) : null}
          <Waiting charityId={charityId} />
        </dl>
      </ProfileSection>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The changes of this charity that one person entered and another has to confirm. */
function Waiting({ charityId }: { charityId: string }) {
  const payee = useQuery(query(getCharityPayee, { params: { charityId } }))
  const details = useQuery(query(listBankDetails, { params: { charityId } }))
  const isProposed = ({ state }: { state: string }) => state === 'proposed'
  const waiting = [
    ...(payee.data?.data.some(isProposed) ? ['the payee'] : []),
    ...(details.data?.data.some(isProposed) ? ['the bank details'] : []),
  ]
  if (waiting.length === 0) return null
  return (
    <Fact term="For a second person">
      <StatusChip sign="waiting">To confirm: {waiting.join(' and ')}</StatusChip>
    </Fact>
  )
}
