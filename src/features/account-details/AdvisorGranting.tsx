import { useState } from 'react'
import { Problem } from '../../contract/problems.ts'
import { call } from '../../web/api/call.ts'
import { refreshAll } from '../../web/api/query.ts'
import { showFailure } from '../../web/api/show-failure.ts'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { fieldErrorsOf } from '../../web/form/field-errors.ts'
import { useCurrentAccount } from '../../web/session/current-account.ts'
import { useCan } from '../../web/session/session.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import styles from './AccountDetails.module.css'
import { AgreementField } from './AgreementField.tsx'
import { setAdvisorMayGrant } from './primary-advisor.contract.ts'

type AdvisorGrantingProps = { advisorMayGrant: boolean; name: string; fundId: number }

/** Whether the advisor may recommend grants (§14). A donor decides, after verifying their identity. */
export function AdvisorGranting({ advisorMayGrant, name, fundId }: AdvisorGrantingProps) {
  const { writeAccess } = useCurrentAccount()
  const maySet = useCan('ADVISOR_GRANTING_SET') && writeAccess
  // Staff act on an agreement; a donor's own word suffices.
  const isStaff = useCan('SUPER_DASHBOARD_VIEW')
  const namesAgreement = isStaff && maySet && !advisorMayGrant
  const [agreementId, setAgreementId] = useState<string | null>(null)
  const [errors, setErrors] = useState<readonly string[]>([])
  const [isPending, setPending] = useState(false)
  const save = async () => {
    setPending(true)
    setErrors([])
    try {
      await call(setAdvisorMayGrant, {
        params: { fundId },
        body: { data: { type: 'command', attributes: { advisorMayGrant: !advisorMayGrant, agreementId } } },
      })
      setAgreementId(null)
      await refreshAll()
    } catch (failure) {
      const ofField = failure instanceof Problem ? fieldErrorsOf(failure)?.agreementId : undefined
      if (ofField) setErrors(ofField)
      else showFailure(failure)
    }
    setPending(false)
  }
  return (
    <section className={styles.section}>
      <h2>Recommending grants</h2>
      <p role="status">
        {name} {advisorMayGrant ? 'can' : 'can’t'} recommend grants from this account.
      </p>
      {maySet ? (
        <>
          {namesAgreement ? (
            <AgreementField fundId={fundId} value={agreementId} onChange={setAgreementId} errors={errors} />
          ) : null}
          <p>
            {advisorMayGrant
              ? `Grants that the ${inClientEnglish('adviser')} has recommended stay as they are.`
              : `If you allow it, your ${inClientEnglish('adviser')} can recommend grants without asking you first. We’ll e-mail you about each one.`}
          </p>
          <Button
            onPress={() => void save()}
            isPending={isPending}
            pendingText="Processing..."
            kind={advisorMayGrant ? 'danger' : 'quiet'}
          >
            {advisorMayGrant
              ? 'Stop allowing grant recommendations'
              : `Allow the ${inClientEnglish('adviser')} to recommend grants`}
          </Button>
        </>
      ) : null}
    </section>
  )
}
