import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { useCan } from '../../../web/session/session.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { LinkedText } from '../../../web/ui/text/LinkedText.tsx'
import type { CharityDetails } from '../charities.contract.ts'
import { charityName } from '../domain/charity-name.ts'
import { charityDetailIssue, grantIssue } from '../domain/issue-texts.ts'
import { CharityActions } from './CharityActions.tsx'
import { CharityFacts } from './CharityFacts.tsx'
import styles from './CharityHeader.module.css'
import { HeartButton } from './HeartButton.tsx'
import { useCharityList } from './use-charity-list.ts'

/** The charity: name, heart, facts and buttons, or the alert of §8 where its details are withheld. */
export function CharityHeader({ charity, fundId }: { charity: CharityDetails; fundId: number }) {
  const list = useCharityList(fundId, charity)
  const name = charityName(charity.name)
  // A charity whose details are withheld can be removed from the list, but not added.
  const mayList = useCan('CHARITY_LIST_UPDATE') && (list.isOn || !charity.detailsWithheld)
  return (
    <>
      <div className={styles.head}>
        <PageHeading title={`${name} | Grant Charity Activity`}>{name}</PageHeading>
        {mayList ? <HeartButton list={list} /> : null}
      </div>
      <Issue charity={charity} />
      <div className={styles.columns}>
        {charity.detailsWithheld ? null : <CharityFacts charity={charity} />}
        <CharityActions charity={charity} list={mayList ? list : null} />
      </div>
    </>
  )
}

/** The alerts of §8 for the charity's status, else the register's reason. */
function Issue({ charity }: { charity: CharityDetails }) {
  if (charity.detailsWithheld)
    return (
      <Alert kind="caution">
        <LinkedText text={charityDetailIssue} />
      </Alert>
    )
  if (charity.partyGranteeStatus === 'Rejected')
    return (
      <Alert kind="caution">
        <LinkedText text={grantIssue} />
      </Alert>
    )
  if (charity.eligibility.outcome === 'yes') return null
  return (
    <Alert kind={charity.canBeSelected ? 'information' : 'caution'}>{charity.eligibility.sentence}</Alert>
  )
}
