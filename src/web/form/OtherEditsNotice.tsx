import type { OtherEdits } from '../../contract/problem-document.ts'
import { formatInstant, type InstantStyle } from '../../domain/dates.ts'
import { Button } from '../ui/actions/Button.tsx'
import { Alert } from '../ui/notices/Alert.tsx'
import { DescriptionList } from '../ui/text/DescriptionList.tsx'

type OtherEditsNoticeProps<Name extends string> = {
  edits: OtherEdits
  /** The form's fields: their labels within a sentence, and what the person entered. */
  fields: readonly { name: Name; label: string; own: string }[]
  instantStyle: InstantStyle
  /** Puts the stored values into the form in place of the entered ones. */
  onUseSaved: (saved: Record<Name, string> & { revision: number }) => void
}

/**
 * Says who saved what while the person was editing, beside their own entry, which stays in the form. Saving again replaces what is
 * listed here.
 */
export function OtherEditsNotice<Name extends string>(props: OtherEditsNoticeProps<Name>) {
  const { edits, fields, instantStyle, onUseSaved } = props
  const changesOf = (name: string) => edits.changes.filter(({ field }) => field === name)
  const changed = fields.flatMap(field => {
    const last = changesOf(field.name).at(-1)
    return last === undefined ? [] : [{ ...field, saved: last.after ?? '' }]
  })
  // The names are those of `fields`.
  const saved = Object.fromEntries(changed.map(({ name, saved }) => [name, saved])) as Record<Name, string>
  return (
    <Alert kind="caution" heading="Someone else saved a change while you were editing" takesFocus>
      {changed.map(({ name, label, own, saved }) => (
        <div key={name}>
          <ul>
            {changesOf(name).map(({ by, at, before, after }) => (
              <li key={at}>
                {by} changed the {label} from “{before}” to “{after}” on {formatInstant(at, instantStyle)}.
              </li>
            ))}
          </ul>
          <DescriptionList
            items={[
              { term: 'Saved now', description: saved },
              { term: 'Your entry', description: own },
            ]}
          />
        </div>
      ))}
      <p>Your entry is still in the form, but it isn’t saved. Save again to replace what is saved now.</p>
      <p>
        <Button kind="text" onPress={() => onUseSaved({ ...saved, revision: edits.revision })}>
          Use what is saved
        </Button>
      </p>
    </Alert>
  )
}
