import { ToggleButton } from 'react-aria-components/ToggleButton'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import type { CurrentAccount } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { RareIcon } from '../../../web/ui/RareIcon.tsx'
import { LinkedText } from '../../../web/ui/text/LinkedText.tsx'
import { charityName } from '../../charities/domain/charity-name.ts'
import { charityDetailIssue, grantIssue } from '../../charities/domain/issue-texts.ts'
import type { FundCharity } from '../charity-list.contract.ts'
import { CharityActions } from './CharityActions.tsx'
import { CharityFacts } from './CharityFacts.tsx'
import styles from './CharityHeader.module.css'
import { type CharityListHandle, useCharityList } from './use-charity-list.ts'

/** The charity: name, heart, facts and buttons, or the alert of §8 where its details are withheld. */
export function CharityHeader({ charity, account }: { charity: FundCharity; account: CurrentAccount }) {
  const list = useCharityList(account.fundId, charity)
  const name = charityName(charity.name)
  // A charity whose details are withheld can be removed from the list, but not added.
  const mayList =
    useCan('CHARITY_LIST_UPDATE') && account.writeAccess && (list.isOn || !charity.detailsWithheld)
  return (
    <>
      <div className={styles.head}>
        <PageHeading title={`${name} | Grant Charity Activity`}>{name}</PageHeading>
        {mayList ? <HeartButton list={list} /> : null}
      </div>
      <Issue charity={charity} />
      <div className={styles.columns}>
        {charity.detailsWithheld ? null : <CharityFacts charity={charity} />}
        <CharityActions charity={charity} account={account} list={mayList ? list : null} />
      </div>
    </>
  )
}

/** The heart of §2.7, pressed while the charity is on the fund's list. */
function HeartButton({ list }: { list: CharityListHandle }) {
  return (
    <ToggleButton
      aria-label="In your charity list"
      isSelected={list.isOn}
      onChange={() => {
        if (!list.isPending) list.toggle()
      }}
      className={styles.heart ?? ''}
    >
      <RareIcon name="heart" />
    </ToggleButton>
  )
}

/** The alerts of §8 for the charity's status, else the register's reason. */
function Issue({ charity }: { charity: FundCharity }) {
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
