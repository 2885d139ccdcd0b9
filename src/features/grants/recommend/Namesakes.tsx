import { Alert } from '../../../web/ui/notices/Alert.tsx'
import type { CharityDetails } from '../../charities/charities.contract.ts'
import { placeLabel, taxIdLabel } from '../../charities/domain/charity-labels.ts'
import { charityName } from '../../charities/domain/charity-name.ts'

/** Warns before a grant is submitted that other charities have the same name, and says where they are (§13). */
export function Namesakes({ charity }: { charity: CharityDetails }) {
  const others = charity.sharesNameWith
  if (others.length === 0) return null
  return (
    <Alert
      kind="caution"
      heading={
        others.length === 1 ? 'Another charity has the same name' : 'Other charities have the same name'
      }
    >
      <p>
        This grant goes to {charityName(charity.name)} in {placeLabel(charity) ?? 'an unknown place'},{' '}
        {taxIdLabel(charity.charityId)} {charity.taxId}. Please compare it with:
      </p>
      <ul>
        {others.map(other => (
          <li key={other.charityId}>
            {charityName(other.name)}, {placeLabel(other) ?? 'place unknown'}, {taxIdLabel(other.charityId)}{' '}
            {other.taxId}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
