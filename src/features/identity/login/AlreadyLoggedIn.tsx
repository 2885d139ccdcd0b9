import { useRouter } from '@tanstack/react-router'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { restoreStoredDrafts } from '../../../web/session/local-backups.ts'
import { logOut } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import styles from './SignInPage.module.css'
import { targetOfTab } from './target-of-tab.ts'

/** Instead of the login, after Back or a login in another tab: this tab continues to what it asked for. */
export function AlreadyLoggedIn({ name }: { name: string }) {
  const { history } = useRouter()
  const goOn = async () => {
    await restoreStoredDrafts()
    history.push(targetOfTab(paths.home()))
  }
  return (
    <>
      <PageHeading title="Log In" lead={`You’re using the portal as ${name}.`}>
        You’re logged in
      </PageHeading>
      <p className={styles.choices}>
        <Button kind="primary" onPress={() => void goOn()}>
          Continue
        </Button>
        <Button onPress={() => void logOut()}>Log in as someone else</Button>
      </p>
    </>
  )
}
