import { useState } from 'react'
import { type Individual, individualFields } from '../../contract/individual.ts'
import { callingCode, countryName } from '../../domain/countries.ts'
import { clientContext } from '../../web/client-context/client-context.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { DescriptionList } from '../../web/ui/text/DescriptionList.tsx'
import styles from './AccountDetails.module.css'
import { AdvisorForm } from './AdvisorForm.tsx'
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
          details={detailsOf(advisor)}
          fundId={fundId}
          onDone={wasSaved => {
            setSaved(wasSaved)
            setEditing(false)
          }}
        />
      ) : (
        <>
          <DescriptionList items={factsOf(advisor)} />
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

/** The form's fields. The sponsor knows less of an advisor without a login. */
const detailsOf = ({ details }: Advisor): Individual =>
  // individualFields are the keys of Individual.
  Object.fromEntries(individualFields.map(field => [field, details[field] ?? ''])) as Individual

function factsOf(advisor: Advisor) {
  const { locale } = clientContext().clientSettings
  const details = detailsOf(advisor)
  const join = (...parts: string[]) => parts.filter(part => part !== '').join(' ')
  const phone = (country: string, number: string) =>
    number === '' ? '' : join(country === '' ? '' : callingCode(country), number)
  const { address1, address2, city, state, province, postalCode, country } = details
  const address = [
    address1,
    address2,
    join(city, state, province, postalCode),
    address1 === '' || country === '' ? '' : countryName(country, locale),
  ]
  const facts: [string, string | null][] = [
    ['Name', join(details.title, details.firstName, details.middleName, details.lastName, details.suffix)],
    ['Company', details.company],
    ['Business Name', details.businessName],
    ['Year of Birth', details.yearOfBirth],
    ['Address', address.filter(line => line !== '').join(', ')],
    ['Phone', phone(details.phoneCountryCode, details.phone)],
    ['Alternate Phone', phone(details.alternatePhoneCountryCode, details.alternatePhone)],
    ['E-mail', advisor.email],
    ['SSO ID', advisor.ssoId],
    ['Legacy ID', advisor.legacyId2],
  ]
  return facts.flatMap(([term, description]) =>
    description === null || description === '' ? [] : [{ term, description }],
  )
}
