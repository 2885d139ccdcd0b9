import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { staffPaths } from '../../../web/routing/staff-paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { WaitingForSecond } from '../../posting-requests/WaitingForSecond.tsx'
import { getWaitingBankFile } from '../bank-files.contract.ts'
import { FileLines } from './BankFileChanges.tsx'
import { FileEffects } from './FileEffects.tsx'
import styles from './Payments.module.css'

/** A bank file that waits for a second person: what it would change now, line by line. */
export function WaitingFile({ bankFileId }: { bankFileId: string }) {
  const found = useQuery(query(getWaitingBankFile, { params: { bankFileId } }))
  if (found.isLoadingError) return <LoadFailure what="The file" requests={[found]} />
  if (!found.data) return <Skeleton shape="table" lines={6} label="Loading the file" />
  const { fileName, plan, isChanged } = found.data
  if (plan === null)
    return (
      <Alert kind="information" heading={fileName}>
        <p>
          This file no longer waits for a second person. What was applied is listed under{' '}
          <Link to={staffPaths.payments('bank-files')}>Bank files</Link>.
        </p>
      </Alert>
    )
  return (
    <section aria-label={`What ${fileName} changes`} className={styles.view}>
      <Alert kind={isChanged ? 'caution' : 'information'} heading={fileName}>
        {plan.postingRequest === null ? null : (
          <p>
            <WaitingForSecond request={plan.postingRequest} />
          </p>
        )}
        {isChanged ? (
          <p>
            The file would now do something else than the person saw who entered it, so it can’t be confirmed.
            Decline it, then check and apply the file again.
          </p>
        ) : null}
        <FileEffects summary={plan} currency={plan.currency} />
      </Alert>
      <FileLines plan={plan} />
      {plan.otherLines === 0 ? null : <p>And {plan.otherLines} more lines.</p>}
    </section>
  )
}
