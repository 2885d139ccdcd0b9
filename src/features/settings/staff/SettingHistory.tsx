import { clientContext } from '../../../web/client-context/client-context.ts'
import { ChangeHistory } from '../../../web/list/ChangeHistory.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { settingText, settingTitle } from '../domain/setting-texts.ts'
import type { SettingChange } from '../settings.contract.ts'

type SettingHistoryProps = { history: readonly SettingChange[]; hasTwoBooks: boolean }

/** The changes of settings, with the values before and after. */
export function SettingHistory({ history, hasTwoBooks }: SettingHistoryProps) {
  const { locale } = clientContext().clientSettings
  return (
    <ChangeHistory<SettingChange>
      history={history}
      columns={[
        {
          key: 'change',
          heading: 'Change',
          cell: ({ setting, currency, before, value }) => {
            const about = { currency, locale }
            return (
              <div>
                {settingTitle(setting, hasTwoBooks ? currency : null)}
                <Note>{`${settingText(setting, value, about)}. Before: ${settingText(setting, before, about)}.`}</Note>
              </div>
            )
          },
        },
      ]}
    />
  )
}
