import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import { RelatedParties } from './RelatedParties.tsx'
import type { StaffGrant } from './staff-grants.contract.ts'

/** Warnings for staff before they decide: a hold, a command that waits for a second person, a fund that is not active, a possible connection, charities of the same name. */
export function ReviewWarnings({ grant }: { grant: StaffGrant }) {
  const { clientSettings } = clientContext()
  const { sharesNameWith, fundStatus, fundViolation, caseId } = grant
  const hold = grant.isOnHold ? grant.holds.at(-1) : undefined
  return (
    <>
      {hold ? (
        <Alert kind="caution" heading={`On hold since ${formatInstant(hold.heldAt, clientSettings)}`}>
          <p>
            {hold.heldByName}: {hold.reason}
          </p>
        </Alert>
      ) : null}
      {grant.postingRequest === null ? null : (
        <Alert kind="caution" heading="Waiting for a second person">
          <p>
            <WaitingForSecond request={grant.postingRequest} />
          </p>
        </Alert>
      )}
      {fundViolation === null ? null : (
        <Alert kind="caution" heading={`Fund status: ${fundStatus}`}>
          <p>{grant.held ?? fundViolation}</p>
        </Alert>
      )}
      {caseId === null ? null : (
        <Alert>
          <p>
            This grant distributes the fund, as a <Link to={staffPaths.estateCase(caseId)}>case</Link>{' '}
            decided.
          </p>
        </Alert>
      )}
      <RelatedParties grant={grant} />
      {sharesNameWith.length === 0 ? null : (
        <Alert kind="caution" heading="Other charities have this name">
          <ul>
            {sharesNameWith.map(other => (
              <li key={other.charityId}>
                {charityName(other.name)}, {placeLabel(other) ?? 'no address on the register'},{' '}
                {taxIdLabel(other.charityId)} {other.taxId}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
