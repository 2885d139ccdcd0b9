import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { LinkedText } from '../../../web/ui/text/LinkedText.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { charityName } from '../../charities/domain/charity-name.ts'
import { grantIssue } from '../../charities/domain/issue-texts.ts'

/** Why the charity in the address cannot receive a grant: the alert of §8 for its status, else the register's reason. */
export function CharityIssue({ charity }: { charity: CharityDetails | undefined }) {
  if (!charity) {
    return (
      <Alert kind="caution" heading="This charity is not on the register">
        <p>Search for it by name or number, or choose another charity.</p>
      </Alert>
    )
  }
  const isRefusedByStaff = charity.partyStatus === 'Deleted' || charity.partyGranteeStatus === 'Rejected'
  return (
    <Alert kind="caution" heading={`${charityName(charity.name)} cannot receive a grant`}>
      <p>
        {isRefusedByStaff || charity.detailsWithheld ? (
          <LinkedText text={grantIssue} />
        ) : (
          charity.eligibility.sentence
        )}
      </p>
    </Alert>
  )
}
