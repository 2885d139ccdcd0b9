import { Link } from '../ui/actions/Link.tsx'
import { Checkbox } from '../ui/fields/Checkbox.tsx'
import styles from './TermsAcknowledgment.module.css'

type TermsAcknowledgmentProps = {
  name: string
  value: boolean
  onChange: (value: boolean) => void
  errors: readonly string[]
  isDisabled?: boolean
  /** The address of the client's terms. */
  termsPage: string
}

/** The section with which each update form ends (§2.9). */
export function TermsAcknowledgment({ termsPage, ...box }: TermsAcknowledgmentProps) {
  return (
    <section className={styles.terms}>
      <h2>Acknowledgment of Terms</h2>
      <p>
        By saving, you confirm that you may make this change for the account, under our{' '}
        <Link to={termsPage} target="_blank">
          terms (opens in a new tab)
        </Link>
        .
      </p>
      <Checkbox {...box} isRequired>
        I acknowledge the terms
      </Checkbox>
    </section>
  )
}
