import { useState } from 'react'
import { call } from '../../../web/api/call.ts'
import { refreshAll } from '../../../web/api/query.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { useCurrentAccount, useCurrentFundId } from '../../../web/session/current-account.ts'
import { useCan } from '../../../web/session/session.ts'
import { chooseColorScheme, colorSchemes, useColorScheme } from '../../../web/shell/color-scheme.ts'
import { Checkbox } from '../../../web/ui/fields/Checkbox.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { ProfileSection } from '../../identity/security/ProfileSection.tsx'
import { namingCodes, namings } from '../domain/naming.ts'
import { type Profile, setDefaultAccount, setGrantNaming, setNotice } from './profile.contract.ts'

/** Preferences are saved at once; while one is, the box shows the answer that is being saved. */
function useSaving<Value>() {
  const [saving, setSaving] = useState<Value | null>(null)
  const save = async (value: Value, send: () => Promise<unknown>) => {
    if (saving !== null) return
    setSaving(value)
    try {
      await send()
      await refreshAll()
    } catch (failure) {
      showFailure(failure)
    }
    setSaving(null)
  }
  return { saving, save }
}

const command = <Attributes,>(attributes: Attributes) => ({
  body: { data: { type: 'command' as const, attributes } },
})

/** Who grants name to the charity unless the person chooses otherwise. For people who may recommend grants. */
export function GrantNamingSection({ profile }: { profile: Profile }) {
  const { saving, save } = useSaving<(typeof namingCodes)[number]>()
  if (!useCan('GRANT_RECOMMEND')) return null
  return (
    <ProfileSection
      title="What charities see"
      lead="The default for new grants. You can change it for each grant."
    >
      <RadioGroup
        label="What the charity sees"
        isLabelHidden
        name="grant-naming"
        value={saving ?? profile.grantNaming ?? 'fund_and_donor'}
        choices={namingCodes.map(value => ({ value, text: namings[value] }))}
        onChange={grantNaming => void save(grantNaming, () => call(setGrantNaming, command({ grantNaming })))}
      />
    </ProfileSection>
  )
}

/** The notices that the person receives by e-mail, as far as they may choose. */
export function NoticesSection({ profile }: { profile: Profile }) {
  return (
    <ProfileSection
      title="E-mail notices"
      lead="We always e-mail you when we need something from you, and to protect your account."
    >
      {profile.notices.map(notice => (
        <NoticeBox key={notice.kind} notice={notice} />
      ))}
    </ProfileSection>
  )
}

function NoticeBox({ notice }: { notice: Profile['notices'][number] }) {
  const { saving, save } = useSaving<boolean>()
  const { kind, label, isOn } = notice
  return (
    <Checkbox
      name={`notice-${kind}`}
      value={saving ?? isOn}
      onChange={value => void save(value, () => call(setNotice, command({ kind, isOn: value })))}
    >
      {label}
    </Checkbox>
  )
}

/** Whether the current account opens first at login. */
export function DefaultAccountSection({ profile }: { profile: Profile }) {
  // Editors have no account.
  return useCurrentFundId() === 0 ? null : <DefaultAccount profile={profile} />
}

function DefaultAccount({ profile }: { profile: Profile }) {
  const { saving, save } = useSaving<boolean>()
  const { accountName, fundId } = useCurrentAccount()
  const isDefault = profile.defaultFundId === fundId
  const other =
    profile.defaultFundId === null || isDefault ? '' : `. It is currently account ${profile.defaultFundId}.`
  return (
    <ProfileSection title="Default account" lead={`The account that you see when you log in${other}`}>
      <Checkbox
        name="default-account"
        value={saving ?? isDefault}
        onChange={value =>
          void save(value, () => call(setDefaultAccount, command({ fundId: value ? fundId : null })))
        }
      >
        Open {accountName} when I log in
      </Checkbox>
    </ProfileSection>
  )
}

const appearances = { system: 'Match device', light: 'Light', dark: 'Dark' } as const

/** The same choice as in the footer. It is stored on this device, because screens differ. */
export function AppearanceSection() {
  const chosen = useColorScheme()
  return (
    <ProfileSection title="Appearance" lead="For this device">
      <RadioGroup
        label="Light or dark"
        isLabelHidden
        name="appearance"
        value={chosen}
        choices={colorSchemes.map(value => ({ value, text: appearances[value] }))}
        onChange={chooseColorScheme}
      />
    </ProfileSection>
  )
}
