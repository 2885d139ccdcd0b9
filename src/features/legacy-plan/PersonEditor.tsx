import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { inClientEnglish } from '../../web/client-context/client-english.ts'
import { Form } from '../../web/form/Form.tsx'
import { FormHeading } from '../../web/form/FormHeading.tsx'
import { useForm } from '../../web/form/use-form.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import { individualSuccessor, successorMaxLengths } from './domain/share-to-save.ts'
import styles from './LegacyPlan.module.css'
import type { DraftShare } from './plan-draft.ts'
import { sectionTitles } from './plan-sections.ts'

type PersonOfPlan = Pick<DraftShare, 'name' | 'relation' | 'email' | 'phone' | 'yearOfBirth'>

/** An empty text means that there is no value. */
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform(text => (text.trim() === '' ? null : text.trim())),
    ),
    // The schemas below accept null; of a generic Schema the compiler knows no input.
    schema as z.ZodMiniType<z.output<Schema>, string | null>,
  )

const schema = z.object({
  name: individualSuccessor.name,
  relation: orNull(individualSuccessor.relation),
  email: orNull(individualSuccessor.email),
  phone: orNull(individualSuccessor.phone),
  yearOfBirth: z.pipe(
    z.pipe(
      z.string(),
      z.transform(text => (text.trim() === '' ? null : Number(text))),
    ),
    individualSuccessor.yearOfBirth,
  ),
})

type PersonEditorProps = {
  /** null: a new successor. */
  person: PersonOfPlan | null
  onSave: (person: PersonOfPlan) => void
  /** Whether there is input that is not in the plan yet. */
  onDirty: (isDirty: boolean) => void
  onClose: () => void
}

/** The name and contact of an individual successor. Saving puts them into the plan, which is then saved as a whole. */
export function PersonEditor({ person, onSave, onDirty, onClose }: PersonEditorProps) {
  const [initial] = useState(() => ({
    name: person?.name ?? '',
    relation: person?.relation ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    yearOfBirth: person?.yearOfBirth ? String(person.yearOfBirth) : '',
  }))
  const form = useForm({ schema, initial, save: async saved => saved, onSaved: saved => onSave(saved) })
  // The form of the whole plan asks before input is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it becomes dirty or pristine
  useEffect(() => {
    onDirty(form.isDirty)
    return () => onDirty(false)
  }, [form.isDirty])
  return (
    <div className={styles.editor}>
      <Form form={form} label={person === null ? 'New successor' : 'Successor'} guardsChanges={false}>
        <p className={styles.overline}>{sectionTitles.individuals}</p>
        <FormHeading level={3}>{person === null ? 'New successor' : person.name}</FormHeading>
        <TextField
          label="Name"
          maxLength={successorMaxLengths.name}
          isRequired
          autoComplete="off"
          {...form.field('name')}
        />
        <TextField
          label="Relationship"
          hint={inClientEnglish('Such as daughter, nephew{,} or friend')}
          maxLength={successorMaxLengths.relation}
          autoComplete="off"
          {...form.field('relation')}
        />
        <TextField label="E-mail" type="email" autoComplete="off" {...form.field('email')} />
        <TextField
          label="Phone"
          type="tel"
          maxLength={successorMaxLengths.phone}
          autoComplete="off"
          {...form.field('phone')}
        />
        <TextField
          label="Year of birth"
          inputMode="numeric"
          isShort
          autoComplete="off"
          {...form.field('yearOfBirth')}
        />
        <p className={styles.actions}>
          <Button type="submit">Save successor</Button>
          <Button kind="text" onPress={onClose}>
            Close
          </Button>
        </p>
      </Form>
    </div>
  )
}
