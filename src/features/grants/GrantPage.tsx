import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { localEnglish } from '../../domain/local-english.ts'
import { LoadFailure } from '../../web/api/LoadFailure.tsx'
import { query } from '../../web/api/query.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { downloadFile } from '../../web/list/download-file.ts'
import { PageHeading } from '../../web/routing/PageHeading.tsx'
import { paths } from '../../web/routing/paths.ts'
import { useScreenParams } from '../../web/routing/screen-params.ts'
import { Can } from '../../web/session/can.tsx'
import { useCurrentFundId } from '../../web/session/current-account.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Link } from '../../web/ui/actions/Link.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { Skeleton } from '../../web/ui/progress/Skeleton.tsx'
import { TimeLine } from '../../web/ui/progress/TimeLine.tsx'
import { Money } from '../../web/ui/text/Money.tsx'
import { StatusChip } from '../../web/ui/text/StatusChip.tsx'
import { charityName } from '../charities/domain/charity-name.ts'
import { CancelGrant } from './CancelGrant.tsx'
import { CertificateFiles } from './certificates/CertificateFiles.tsx'
import { downloadCertificates } from './certificates/certificates.contract.ts'
import { grantSign } from './domain/grant-sign.ts'
import { isOneOf, undecidedStatuses } from './domain/grant-status.ts'
import { releasedSentence } from './domain/set-aside.ts'
import { GrantFacts } from './GrantFacts.tsx'
import styles from './GrantPage.module.css'
import { grantEvents } from './grant-labels.ts'
import { type GrantDetails, getGrant } from './grants.contract.ts'
import { WhatHappensNext } from './WhatHappensNext.tsx'

/** Set when a recommendation is submitted; gone after the next navigation. */
const thanks = z.object({ thanks: z.literal(true) })

/** /grants/{grantId}: the confirmation of a recommendation, and later the state of the grant (§13). */
export function GrantPage() {
  const { grantId } = useScreenParams('/grants/$grantId')
  const fundId = useCurrentFundId()
  const isNew = thanks.safeParse(useLocation({ select: location => location.state })).success
  const grant = useQuery(query(getGrant, { params: { fundId, grantId } }))
  if (grant.isLoadingError) return <LoadFailure what="The grant" requests={[grant]} />
  if (!grant.data) return <Skeleton shape="text" lines={10} label="Loading the grant" />
  return <Grant grant={grant.data} isNew={isNew} />
}

function Grant({ grant, isNew }: { grant: GrantDetails; isNew: boolean }) {
  const { displayName, locale, timeZone } = clientContext().clientSettings
  const [cancelledText, setCancelledText] = useState<string | null>(null)
  const headingId = useId()
  const name = charityName(grant.charityName)
  return (
    <>
      <PageHeading
        title={`Grant to ${name}`}
        takesFocus={!isNew}
        status={<StatusChip sign={grantSign(grant.state) ?? 'in-progress'}>{grant.state}</StatusChip>}
      >
        Grant to {name}
      </PageHeading>
      {isNew && isOneOf(undecidedStatuses, grant.transactionStatusCode) ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>{receivedText(grant)}</p>
        </Alert>
      ) : null}
      {cancelledText !== null ? (
        <Alert heading={localEnglish('Grant cancelled', locale)} takesFocus>
          <p>{cancelledText}</p>
        </Alert>
      ) : null}
      <div className={styles.columns}>
        <div>
          <p className={styles.amount}>
            <Money amountMinor={grant.amountMinor} currency={grant.currency} size="large" />
          </p>
          <WhatHappensNext grant={grant} />
          <GrantFacts grant={grant} />
          <div className={styles.actions}>
            <Can action="GRANT_RECOMMEND">
              <Link to={paths.recommendGrant({ grantId: grant.grantId })} look="button">
                Give again
              </Link>
            </Can>
            <Button onPress={() => window.print()}>Print</Button>
            {grant.mayCancel ? (
              <CancelGrant
                grant={grant}
                onCancelled={() => setCancelledText(releasedSentence(grant, 'available'))}
              />
            ) : null}
          </div>
          <CertificateFiles
            onDownload={(format, signal) =>
              downloadFile(
                downloadCertificates,
                { params: { fundId: grant.fundId, grantId: grant.grantId }, query: { format } },
                { signal, onProgress: () => {} },
              )
            }
          />
        </div>
        <section aria-labelledby={headingId} className={styles.progress}>
          <h2 id={headingId}>Progress</h2>
          <TimeLine
            label="Steps of this grant"
            events={grantEvents(grant, { locale, timeZone, sponsor: displayName })}
          />
        </section>
      </div>
    </>
  )
}

/** What happened to the amount of a new recommendation: one that waits for funds reserves nothing (§12). */
function receivedText({ reviewState }: GrantDetails): string {
  return reviewState === 'waiting_for_funds'
    ? 'We have received your recommendation. Your available balance doesn’t cover it yet, so nothing has been set aside. We’ll review it once your balance covers it, and e-mail you our decision.'
    : 'We have received your recommendation and set its amount aside from your available balance. We’ll review it and e-mail you our decision.'
}
