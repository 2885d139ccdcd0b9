import { paths } from '../../../web/routing/paths.ts'
import { type CurrentAccount, useMayRecommend } from '../../../web/session/current-account.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { ConfirmDialog } from '../../../web/ui/overlay/ConfirmDialog.tsx'
import type { FundCharity } from '../charity-list.contract.ts'
import styles from './CharityActions.module.css'
import type { CharityListHandle } from './use-charity-list.ts'

type CharityActionsProps = {
  charity: FundCharity
  account: CurrentAccount
  /** Null where the list cannot be changed. */
  list: CharityListHandle | null
}

/** The buttons of §2.7: recommend a grant, change the charity list, find another charity. */
export function CharityActions({ charity, account, list }: CharityActionsProps) {
  const mayRecommend = useMayRecommend(account)
  return (
    <div className={styles.actions}>
      {mayRecommend && charity.canBeSelected ? (
        <Link to={paths.recommendGrant({ charityId: charity.charityId })} look="primary-button">
          Recommend a Grant
        </Link>
      ) : null}
      {list === null ? null : (
        <>
          <Button onPress={list.toggle} isPending={list.isPending}>
            {list.isOn ? 'Remove from Charity List' : 'Add to Charity List'}
          </Button>
          <RemoveDialog list={list} />
        </>
      )}
      {mayRecommend ? (
        <Link to={paths.recommendGrant()} look="button">
          Find a Different Charity
        </Link>
      ) : null}
    </div>
  )
}

function RemoveDialog({ list }: { list: CharityListHandle }) {
  return (
    <ConfirmDialog
      title="Are you sure you want to remove this charity?"
      isOpen={list.isConfirming}
      onCancel={list.cancelRemoval}
      onConfirm={list.remove}
      confirmText="Yes, remove it"
      cancelText="No, keep it"
    >
      <p>It will be removed from your charity list. Your grants to it are not affected.</p>
    </ConfirmDialog>
  )
}
