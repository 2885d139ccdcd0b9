import { useId } from 'react'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import styles from './ProviderChoice.module.css'

/** The choice of an identity provider, where a client has several (§11). */
export function ProviderChoice({ search }: { search: string }) {
  const { displayName, identityProviders } = clientContext().clientSettings
  const questionId = useId()
  const returnTo = new URLSearchParams(search).get('returnTo') ?? undefined
  return (
    <>
      <PageHeading title="Log In" lead={`Welcome to ${displayName}.`}>
        Log In
      </PageHeading>
      <h2 className={styles.question} id={questionId}>
        How do you log in?
      </h2>
      <ul className={styles.providers} aria-labelledby={questionId}>
        {identityProviders.map(({ name, title }) => (
          <li key={name}>
            <Link to={paths.signIn(returnTo, name)} look="plain" className={styles.provider}>
              {title}
              <span className={styles.arrow} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
