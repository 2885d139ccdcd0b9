import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '../../../web/api/LoadFailure.tsx'
import { query } from '../../../web/api/query.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { Skeleton } from '../../../web/ui/progress/Skeleton.tsx'
import { getSettings } from '../settings.contract.ts'
import { EndingsSection } from './Endings.tsx'
import { SettingCard } from './SettingCard.tsx'
import { SettingHistory } from './SettingHistory.tsx'
import styles from './Settings.module.css'

/** /super-user-dashboard/settings: what staff change while the portal runs, who changed it, and what waits for a second person. */
export function SettingsPage() {
  const found = useQuery(query(getSettings, {}))
  const currencies = new Set(found.data?.data.flatMap(({ currency }) => currency ?? []))
  return (
    <>
      <PageHeading
        title="Settings"
        lead="What can be changed while the portal runs. Everything else is in the client’s file. A change applies at once, and an amount once a second person has confirmed it."
      >
        Settings
      </PageHeading>
      {found.isLoadingError ? <LoadFailure what="The settings" requests={[found]} /> : null}
      {found.isLoading ? <Skeleton shape="statement" lines={8} label="Loading the settings" /> : null}
      {found.data ? (
        <>
          <div className={styles.cards}>
            {found.data.data.map(setting => (
              <SettingCard
                key={setting.name}
                setting={setting}
                hasTwoBooks={currencies.size > 1}
                latest={found.data.history.find(
                  each => each.state === 'made' && each.setting === setting.name,
                )}
              />
            ))}
          </div>
          <EndingsSection />
          <div className={styles.history}>
            <SettingHistory history={found.data.history} hasTwoBooks={currencies.size > 1} />
          </div>
        </>
      ) : null}
    </>
  )
}
