import { type ReactNode, useId, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '../../../web/api/call.ts'
import { query, queryClient, refreshAll } from '../../../web/api/query.ts'
import { Form } from '../../../web/form/Form.tsx'
import { CancelButton, SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { type FormHandle, useForm } from '../../../web/form/use-form.ts'
import { Button } from '../../../web/ui/actions/Button.tsx'
import { TextArea } from '../../../web/ui/fields/TextArea.tsx'
import { showToast } from '../../../web/ui/notices/toast-store.ts'
import { VisuallyHidden } from '../../../web/ui/text/VisuallyHidden.tsx'
import {
  type CharityProfileDetails,
  changeCharityProfile,
  getCharityProfile,
  type ProfileFields,
  profileFields,
  profileReason,
} from '../profiles.contract.ts'
import styles from './CharityProfilePage.module.css'

const schema = z.object({ ...profileFields.shape, reason: profileReason })

type Field = FormHandle<ProfileFields & { reason: string }>['field']

type ProfileSectionProps = {
  profile: CharityProfileDetails
  title: string
  /** The fields that this section changes. */
  names: readonly (keyof ProfileFields)[]
  mayEdit: boolean
  editText: string
  /** What the section shows. */
  children: ReactNode
  fields: (field: Field) => ReactNode
}

/** A part of a charity's profile: its facts, and the form that changes these fields alone, with a reason. */
export function ProfileSection(props: ProfileSectionProps) {
  const { profile, title, mayEdit, editText, children, fields, names } = props
  const headingId = useId()
  const [isEditing, setEditing] = useState(false)
  const [wasEditing, setWasEditing] = useState(false)
  const end = () => {
    setEditing(false)
    setWasEditing(true)
  }
  return (
    <section aria-labelledby={headingId} className={styles.section}>
      <div className={styles.heading}>
        <h2 id={headingId}>{title}</h2>
        {mayEdit && !isEditing ? (
          // The form had the focus, and is gone.
          <Button kind="text" autoFocus={wasEditing} onPress={() => setEditing(true)}>
            {editText}
            <VisuallyHidden> {title}</VisuallyHidden>
          </Button>
        ) : null}
      </div>
      {isEditing ? (
        <SectionForm profile={profile} title={title} names={names} fields={fields} onEnd={end} />
      ) : (
        children
      )}
    </section>
  )
}

type SectionFormProps = Pick<ProfileSectionProps, 'profile' | 'title' | 'names' | 'fields'> & {
  onEnd: () => void
}

function SectionForm({ profile, title, names, fields, onEnd }: SectionFormProps) {
  const { charityId } = profile.charity
  const opened = useRef(profile)
  const form = useForm({
    schema,
    initial: { ...profile.fields, reason: '' },
    save: ({ reason, ...typed }) => {
      // Other sections may have been saved since; a change of these fields by someone else is a conflict.
      const isChanged = names.some(name => profile.fields[name] !== opened.current.fields[name])
      const { revision } = isChanged ? opened.current : profile
      const own = Object.fromEntries(names.map(name => [name, typed[name]]))
      const attributes = { revision, fields: { ...profile.fields, ...own }, reason }
      return call(changeCharityProfile, {
        params: { charityId },
        body: { data: { type: 'command', attributes } },
      })
    },
    onSaved: saved => {
      showToast({ className: 'success', header: 'Your changes to the charity were saved.' })
      queryClient.setQueryData(query(getCharityProfile, { params: { charityId } }).queryKey, saved)
      void refreshAll()
      onEnd()
    },
  })
  return (
    <Form form={form} label={title}>
      {fields(form.field)}
      <TextArea
        label="Reason for the change"
        hint="Only staff and auditors can read it."
        isRequired
        {...form.field('reason')}
      />
      <SubmitRow isPending={form.isPending} submitText="Save">
        <CancelButton form={form} onCancel={onEnd} />
      </SubmitRow>
    </Form>
  )
}
