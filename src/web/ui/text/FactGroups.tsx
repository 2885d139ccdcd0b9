import type { ComponentProps } from 'react'
import { DescriptionList } from './DescriptionList.tsx'

type Facts = ComponentProps<typeof DescriptionList>['items']
type FactGroupsProps = { groups: readonly { title: string | null; facts: Facts }[] }

/** Lists of facts, with a heading where there are several. */
export function FactGroups({ groups }: FactGroupsProps) {
  return groups.map((group, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the groups are shown as they are stored
    <div key={index}>
      {group.title === null ? null : <h3>{group.title}</h3>}
      <DescriptionList items={group.facts} />
    </div>
  ))
}
