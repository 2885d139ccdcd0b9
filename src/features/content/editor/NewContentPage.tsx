import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { contentName, maxContentNameLength } from '../../../contract/published-content.contract.ts'
import { call } from '../../../web/api/call.ts'
import { showFailure } from '../../../web/api/show-failure.ts'
import { Form } from '../../../web/form/Form.tsx'
import { SubmitRow } from '../../../web/form/SubmitRow.tsx'
import { shownInForm } from '../../../web/form/shown-in-form.ts'
import { useForm } from '../../../web/form/use-form.ts'
import { contentPaths } from '../../../web/routing/content-paths.ts'
import { PageHeading } from '../../../web/routing/PageHeading.tsx'
import { paths } from '../../../web/routing/paths.ts'
import { useSearchParams } from '../../../web/routing/search-params.ts'
import { Link } from '../../../web/ui/actions/Link.tsx'
import { RadioGroup } from '../../../web/ui/fields/RadioGroup.tsx'
import { TextField } from '../../../web/ui/fields/TextField.tsx'
import { addableKinds, kindLabels } from '../domain/content-labels.ts'
import { createContentItem } from '../editing.contract.ts'
import { EditorNavigation } from './EditorNavigation.tsx'
import { initialFieldsOf, nameFrom, titleLabels } from './new-item.ts'

const schema = z.object({
  kind: z.nullable(z.enum(addableKinds)).check(z.refine(kind => kind !== null, 'Choose a kind')),
  title: z.string().check(z.trim(), z.minLength(1, 'Enter a title')),
  name: contentName,
})
const searchSchema = z.object({ kind: z.catch(z.nullable(z.enum(addableKinds)), null) })
const choices = addableKinds.map(value => ({
  value,
  text: kindLabels[value].one,
  note: kindLabels[value].about,
}))

/** Creates an item from its kind and title. The other fields follow in the item's editor. */
export function NewContentPage() {
  const { kind: initialKind } = useSearchParams(searchSchema)
  const navigate = useNavigate()
  // The name follows the title until the editor types one.
  const [isOwnName, setOwnName] = useState(false)
  const form = useForm({
    schema,
    initial: { kind: initialKind, title: '', name: '' },
    save: async ({ kind, title, name }) => {
      if (kind === null) throw new Error('the item has no kind')
      return await call(createContentItem, {
        body: { data: { type: 'command', attributes: { name, fields: initialFieldsOf(kind, title) } } },
      }).catch(shownInForm)
    },
    onSaved: item => void navigate({ to: contentPaths.contentItem(item.kind, item.name) }),
    onFailure: showFailure,
  })
  const { kind } = form.values
  return (
    <>
      <PageHeading title="New item" lead="It starts as a draft that only editors can see.">
        New item
      </PageHeading>
      <EditorNavigation current="new" />
      <Form form={form}>
        <RadioGroup label="Kind of text" look="cards" choices={choices} {...form.field('kind')} />
        <TextField
          {...form.field('title')}
          label={titleLabels[kind ?? 'question'].label}
          hint={titleLabels[kind ?? 'question'].hint}
          maxLength={200}
          autoComplete="off"
          onChange={title => {
            form.set('title', title)
            if (!isOwnName) form.set('name', nameFrom(title))
          }}
        />
        <TextField
          {...form.field('name')}
          label="URL name"
          hint="It stays the same when the text changes, so links keep working."
          maxLength={maxContentNameLength}
          autoComplete="off"
          onChange={name => {
            setOwnName(name !== '')
            form.set('name', name)
          }}
        />
        <SubmitRow isPending={form.isPending} submitText="Create">
          <Link to={paths.content()}>Cancel</Link>
        </SubmitRow>
      </Form>
    </>
  )
}
