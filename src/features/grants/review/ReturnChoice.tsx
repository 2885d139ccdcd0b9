import type { ComponentProps } from 'react'
import { Select } from '../../../web/ui/fields/Select.tsx'
import { returnText } from './commands.ts'
import type { StaffGrant } from './staff-grants.contract.ts'

type ReturnChoiceProps = {
  grant: StaffGrant
  field: Omit<ComponentProps<typeof Select<string>>, 'label' | 'choices'>
  locale: string
}

/** Which return is taken back: a choice where there are several. */
export function ReturnChoice({ grant, field, locale }: ReturnChoiceProps) {
  const [only, ...others] = grant.returns
  if (!only) return null
  if (others.length === 0)
    return <p>Takes back the return of {returnText(only, grant, locale)}. Someone else has to confirm it.</p>
  return (
    <Select
      label="Which return"
      hint="Someone else has to confirm it."
      isRequired
      choices={grant.returns.map(each => ({ value: each.entryId, text: returnText(each, grant, locale) }))}
      {...field}
    />
  )
}
