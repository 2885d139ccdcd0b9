import { useId, useState } from 'react'
import { formatInstant } from '../../../domain/dates.ts'
import { clientContext } from '../../../web/client-context/client-context.ts'
import { useCan } from '../../../web/session/session.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import { settingPurposes, settingText, settingTitle } from '../domain/setting-texts.ts'
import { isThreshold } from '../domain/settings.ts'
import type { Setting, SettingChange } from '../settings.contract.ts'
import { GrantDaysForm, HoursForm, ThresholdForm } from './SettingForms.tsx'
import styles from './Settings.module.css'
import { WaitingThreshold } from './WaitingThreshold.tsx'

type SettingCardProps = { setting: Setting; hasTwoBooks: boolean; latest: SettingChange | undefined }

/** A setting: what is in force and since when, what waits, and the form that changes it. */
export function SettingCard({ setting, hasTwoBooks, latest }: SettingCardProps) {
  const headingId = useId()
  const mayChange = useCan('SETTINGS_MANAGE') && hasOtherValue(setting)
  const [isOpen, setOpen] = useState(false)
  const { locale } = clientContext().clientSettings
  const { name, currency, value, stricterAt, waiting } = setting
  const title = settingTitle(name, hasTwoBooks ? currency : null)
  return (
    <section aria-labelledby={headingId} className={styles.card}>
      <div className={styles.heading}>
        <h2 id={headingId}>{title}</h2>
        {mayChange && !isOpen && waiting === null ? (
          <Button kind="text" onPress={() => setOpen(true)}>
            {isThreshold(name) ? 'Propose' : 'Change'}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
      <p className={isThreshold(name) ? styles.amount : styles.value}>
        {settingText(name, stricterAt?.value ?? value, { currency, locale })}
      </p>
      <p className={styles.purpose}>{settingPurposes[name]}</p>
      {stricterAt === null ? null : (
        <p className={styles.origin}>
          {`${stricterAt.client} shows the same accounts with this lower amount, so it holds here too. The amount of this page is ${settingText(name, value, { currency, locale })}.`}
        </p>
      )}
      <p className={styles.origin}>{originOf(setting, { latest, mayChange })}</p>
      {waiting === null ? null : <WaitingThreshold waiting={waiting} title={title} />}
      {isOpen && waiting === null ? (
        <SettingForm setting={setting} title={title} onDone={() => setOpen(false)} />
      ) : null}
    </section>
  )
}

/** Whether there is anything to propose: no amount is lower than the smallest, from which all is asked. */
const hasOtherValue = ({ name, fileValue }: Setting): boolean =>
  !isThreshold(name) || BigInt(String(fileValue)) > 1n

/** Where the value in force comes from. */
function originOf(
  { name, currency, fileValue, isOverruledByFile, lastChangeId }: Setting,
  { latest, mayChange }: { latest: SettingChange | undefined; mayChange: boolean },
): string {
  const { clientSettings } = clientContext()
  const ofFile = settingText(name, fileValue, { currency, locale: clientSettings.locale })
  const most = isThreshold(name) ? ` At most ${ofFile}, the amount of the client’s file.` : ''
  if (isOverruledByFile)
    return 'From the client’s file, which was changed after the last change on this page.'
  if (lastChangeId === null || latest === undefined)
    return isThreshold(name) && mayChange
      ? 'From the client’s file. You can lower it here.'
      : 'From the client’s file.'
  const people =
    latest.decidedByName === null
      ? latest.requestedByName
      : `${latest.requestedByName} and ${latest.decidedByName}`
  return `Set by ${people}, ${formatInstant(latest.decidedAt ?? latest.requestedAt, clientSettings)}.${most}`
}

type SettingFormProps = { setting: Setting; title: string; onDone: () => void }

function SettingForm({ setting, title, onDone }: SettingFormProps) {
  const { value, lastChangeId } = setting
  const about = { title, lastChangeId, onDone }
  if (typeof value === 'object') return <GrantDaysForm days={value} {...about} />
  return isThreshold(setting.name) && setting.currency !== null ? (
    <ThresholdForm
      threshold={setting.name}
      currency={setting.currency}
      maxMinor={BigInt(String(setting.fileValue))}
      {...about}
    />
  ) : (
    <HoursForm hours={value} {...about} />
  )
}
