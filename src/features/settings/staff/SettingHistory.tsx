import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { Table } from '../../../web/ui/table/Table.tsx'
import { Note } from '../../../web/ui/text/Note.tsx'
import { settingText, settingTitle } from '../domain/setting-texts.ts'
import type { SettingChange } from '../settings.contract.ts'

const stateTexts = {
  waiting: 'Awaits a second person',
  made: 'In force from then on',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  lapsed: 'Ended without a second person',
} as const satisfies Record<SettingChange['state'], string>

type SettingHistoryProps = { history: readonly SettingChange[]; hasTwoBooks: boolean }

/** Every change that was made or asked for: when, what, by whom and why. */
export function SettingHistory({ history, hasTwoBooks }: SettingHistoryProps) {
  const { clientSettings } = clientContext()
  return (
    <Table<SettingChange>
      caption="History"
      columns={[
        {
          key: 'at',
          heading: 'When',
          isRowHeading: true,
          cell: ({ requestedAt }) => formatInstant(requestedAt, clientSettings),
        },
        {
          key: 'change',
          heading: 'Change',
          cell: ({ setting, currency, before, value }) => {
            const about = { currency, locale: clientSettings.locale }
            return (
              <div>
                {settingTitle(setting, hasTwoBooks ? currency : null)}
                <Note>{`${settingText(setting, value, about)}. Before: ${settingText(setting, before, about)}.`}</Note>
              </div>
            )
          },
        },
        { key: 'reason', heading: 'Reason', cell: ({ reason }) => reason },
        { key: 'who', heading: 'Who', cell: ({ requestedByName }) => requestedByName },
        {
          key: 'result',
          heading: 'Result',
          cell: ({ state, decidedByName, decidedAt, decisionReason }) => (
            <div>
              {stateTexts[state]}
              {decidedByName === null || decidedAt === null ? null : (
                <Note>
                  {`${decidedByName}, ${formatInstant(decidedAt, clientSettings)}${decisionReason === null ? '' : `: ${decisionReason}`}`}
                </Note>
              )}
            </div>
          ),
        },
      ]}
      rows={history}
      rowKey={({ changeId }) => changeId}
      hasStickyHeading={false}
      empty={{ text: 'Nothing has been changed on this page yet.' }}
    />
  )
}
