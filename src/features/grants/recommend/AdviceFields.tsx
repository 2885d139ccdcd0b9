import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { addDays } from '../../../domain/dates.ts'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import type { FieldHandle } from '../../../web/form/use-form.ts'
import { useCurrentFundId } from '../../../web/session/current-account.ts'
import { DateField } from '../../../web/ui/fields/DateField.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { Alert } from '../../../web/ui/notices/Alert.tsx'
import { adviceChannels, adviceDays, type TypedAdvice } from '../domain/advice.ts'
import { adviceChannelLabels } from '../domain/advice-text.ts'
import { nextSteps } from '../domain/next-steps-of-staff.ts'
import { listAdvisingDonors } from '../grants.contract.ts'
import { useAdviceRules } from './advice-form.ts'
import styles from './CertifyFields.module.css'

type AdviceForm = {
  field: {
    (name: 'advisedBy'): FieldHandle<TypedAdvice['advisedBy']>
    (name: 'adviceChannel'): FieldHandle<TypedAdvice['adviceChannel']>
    (name: 'advisedOn'): FieldHandle<TypedAdvice['advisedOn']>
  }
}

/** Whose advice the sponsor's staff follow, how it came, and when. The fund's own people recommend in their own name and see nothing of it. */
export function AdviceFields({ form }: { form: AdviceForm }) {
  const { isOfSponsor, today } = useAdviceRules()
  const fundId = useCurrentFundId()
  const headingId = useId()
  const donors = useQuery({
    ...query(listAdvisingDonors, { params: { fundId } }),
    enabled: isOfSponsor,
    throwOnError: false,
  })
  if (!isOfSponsor) return null
  return (
    <section aria-labelledby={headingId} className={styles.certification}>
      <h2 id={headingId} className={styles.heading}>
        The donor’s advice
      </h2>
      <p>You enter this for a donor. The donors of the fund are told who advised it, how, and when.</p>
      {donors.data?.colleagues ? <NextSteps {...nextSteps(donors.data.colleagues)} /> : null}
      {donors.isLoadingError ? <LoadFailure what="The donors of the fund" requests={[donors]} /> : null}
      <Select
        label="Advised by"
        choices={(donors.data?.data ?? []).map(({ donorId, name }) => ({ value: donorId, text: name }))}
        {...form.field('advisedBy')}
      />
      <RadioGroup
        label="How the advice came"
        choices={adviceChannels.map(value => ({ value, text: adviceChannelLabels[value] }))}
        {...form.field('adviceChannel')}
      />
      <DateField
        label="Date of the advice"
        earliest={addDays(today, -adviceDays)}
        latest={today}
        {...form.field('advisedOn')}
      />
    </section>
  )
}

/** Said before it is entered, so that a small team does not shut itself out. */
function NextSteps({ text, isStuck }: ReturnType<typeof nextSteps>) {
  if (!isStuck) return <p>{text}</p>
  return (
    <Alert kind="caution" heading="No one could finish this grant">
      <p>{text}</p>
    </Alert>
  )
}
