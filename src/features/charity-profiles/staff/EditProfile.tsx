import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { inClientEnglish } from '../../../web/client-context/client-english.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { useForm } from '../../../web/form/use-form.ts'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import {
  type CharityProfileDetails,
  changeCharityProfile,
  getCharityProfile,
  granteeStatuses,
  partyStatuses,
  profileFields,
  profileLevels,
  profileReason,
} from '../profiles.contract.ts'
import { granteeStatusTexts, levelTexts, partyStatusTexts, profileFieldLabel } from './profile-labels.ts'

const schema = z.object({ ...profileFields.shape, reason: profileReason })

type EditProfileProps = { profile: CharityProfileDetails; mayEdit: boolean }

/** The fields of a charity's profile, read-only for people who may not change them. */
export function EditProfile({ profile, mayEdit }: EditProfileProps) {
  const { charityId } = profile.charity
  const label = profileFieldLabel
  const form = useForm({
    schema,
    initial: { ...profile.fields, reason: '' },
    save: ({ reason, ...fields }) =>
      call(changeCharityProfile, {
        params: { charityId },
        body: { data: { type: 'command', attributes: { revision: profile.revision, fields, reason } } },
      }),
    onSaved: saved => {
      showToast({ className: 'success', header: 'Your changes to the charity were saved.' })
      queryClient.setQueryData(query(getCharityProfile, { params: { charityId } }).queryKey, saved)
      void refreshAll()
    },
  })
  const isDisabled = !mayEdit
  return (
    <Form form={form} label="Charity profile">
      <TextField
        label={label('otherNames')}
        hint="Such as a trade name or a former name, separated by semicolons. Donors find the charity by them."
        isDisabled={isDisabled}
        {...form.field('otherNames')}
      />
      <TextField label={label('website')} isDisabled={isDisabled} {...form.field('website')} />
      <TextField label={label('profileLink')} isDisabled={isDisabled} {...form.field('profileLink')} />
      <Select
        label={label('profileLevel')}
        choices={profileLevels.map(value => ({ value, text: levelTexts[value] }))}
        isDisabled={isDisabled}
        {...form.field('profileLevel')}
      />
      <TextArea
        label={label('comment')}
        hint="Shown to donors on the charity’s page."
        isDisabled={isDisabled}
        {...form.field('comment')}
      />
      <Select
        label={label('partyStatus')}
        choices={partyStatuses.map(value => ({ value, text: partyStatusTexts[value] }))}
        isDisabled={isDisabled}
        {...form.field('partyStatus')}
      />
      <Select
        label={label('partyGranteeStatus')}
        hint={inClientEnglish(
          'Grants to a rejected or deleted charity can’t be recommended, approved{,} or paid.',
        )}
        choices={granteeStatuses.map(value => ({ value, text: granteeStatusTexts[value] }))}
        isDisabled={isDisabled}
        {...form.field('partyGranteeStatus')}
      />
      {mayEdit ? (
        <>
          <TextArea
            label="Reason for the change"
            hint="Only staff and auditors can read it."
            isRequired
            {...form.field('reason')}
          />
          <SubmitRow isPending={form.isPending} submitText="Save the charity" />
        </>
      ) : null}
    </Form>
  )
}
