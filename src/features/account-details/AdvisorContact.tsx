import { useState } from 'react'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './AccountDetails.module.css'
import { AdvisorForm } from './AdvisorForm.tsx'
import { contactFacts, individualOf } from './contact-facts.ts'
import type { Advisor } from './primary-advisor.contract.ts'

type AdvisorContactProps = { accountId: string; advisor: Advisor; fundId: number }

/** 'Contact Information', read-only until 'Edit Information' (§4). */
export function AdvisorContact({ accountId, advisor, fundId }: AdvisorContactProps) {
  const [isEditing, setEditing] = useState(false)
  const [isSaved, setSaved] = useState(false)
  return (
    <section className={styles.section}>
      <h2>Contact Information</h2>
      {isSaved && !isEditing ? (
        <Alert kind="success" heading="Thank You" takesFocus>
          <p>Your requested updates have been saved.</p>
        </Alert>
      ) : null}
      {isEditing ? (
        <AdvisorForm
          accountId={accountId}
          advisor={advisor}
          details={individualOf(advisor.details)}
          fundId={fundId}
          onDone={wasSaved => {
            setSaved(wasSaved)
            setEditing(false)
          }}
        />
      ) : (
        <>
          <DescriptionList items={factsOf(advisor)} />
          {advisor.isShared ? null : (
            <p className={styles.edit}>
              {advisor.name} has not shared their contact details with this account.
            </p>
          )}
          {advisor.isShared && advisor.hasLogin && !advisor.mayEdit && !advisor.isSelf ? (
            <p className={styles.edit}>{advisor.name} and our staff can change these details.</p>
          ) : null}
          {advisor.mayEdit ? (
            <p className={styles.edit}>
              <Button onPress={() => setEditing(true)}>Edit Information</Button>
            </p>
          ) : null}
        </>
      )}
    </section>
  )
}

function factsOf({ details, email, ssoId, legacyId2 }: Advisor) {
  const facts: [string, string | null][] = [
    ...contactFacts(details, clientContext().clientSettings.locale),
    ['E-mail', email],
    ['SSO ID', ssoId],
    ['Legacy ID', legacyId2],
  ]
  return facts.flatMap(([term, description]) =>
    description === null || description === '' ? [] : [{ term, description }],
  )
}
