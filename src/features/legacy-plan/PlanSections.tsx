import { useState } from 'react'
import { afterRemoval } from '../../web/routing/after-removal.ts'
import { CharityEditor } from './CharityEditor.tsx'
import { PersonEditor } from './PersonEditor.tsx'
import { PlanEntries } from './PlanEntries.tsx'
import type { DraftShare } from './plan-draft.ts'
import { type Section, sectionTitles } from './plan-sections.ts'

type PlanSectionsProps = {
  fundId: number
  shares: readonly DraftShare[]
  onChange: (shares: DraftShare[]) => void
  /** The section whose editor is open. */
  open: Section | null
  onOpen: (section: Section | null) => void
  /** Whether the open editor has input that is not in the plan yet. */
  onDirty: (isDirty: boolean) => void
}

const nobody = {
  ...{ successorId: null, relation: null, email: null, phone: null, yearOfBirth: null, charityId: null },
  percentage: '',
}

/** The successors: people and charities, each with an editor of its own (§2.9). */
export function PlanSections({ fundId, shares, onChange, open, onOpen, onDirty }: PlanSectionsProps) {
  const [edited, setEdited] = useState<DraftShare | null>(null)
  const begin = (section: Section, share: DraftShare | null) => {
    setEdited(share)
    onOpen(section)
  }
  const remove = (share: DraftShare) => {
    onChange(shares.filter(each => each !== share))
    afterRemoval(`${share.name} was removed. Save the plan to keep the change.`)
  }
  const add = (share: DraftShare) => {
    onChange([...shares, share])
    onOpen(null)
  }
  return (
    <>
      <PlanEntries
        title={sectionTitles.individuals}
        entries={shares.filter(({ option }) => option === 0)}
        empty="You haven’t named an individual successor. Each successor receives their share in a new fund."
        addText="Add a successor"
        isOpen={open === 'individuals'}
        onAdd={() => begin('individuals', null)}
        onEdit={share => begin('individuals', share)}
        onRemove={remove}
      >
        <PersonEditor
          key={edited?.key ?? 'new'}
          person={edited}
          onSave={person => {
            if (edited === null) return add({ ...nobody, ...person, option: 0, key: crypto.randomUUID() })
            onChange(shares.map(each => (each.key === edited.key ? { ...each, ...person } : each)))
            onOpen(null)
          }}
          onDirty={onDirty}
          onClose={() => onOpen(null)}
        />
      </PlanEntries>
      <PlanEntries
        title={sectionTitles.charities}
        entries={shares.filter(({ option }) => option === 1)}
        empty="You haven’t named a charity. Each charity receives its share as a grant."
        addText="Add a charity"
        isOpen={open === 'charities'}
        onAdd={() => begin('charities', null)}
        onRemove={remove}
      >
        <CharityEditor
          fundId={fundId}
          taken={shares.flatMap(({ charityId }) => charityId ?? [])}
          onSave={charity => add({ ...nobody, ...charity, option: 1, key: charity.charityId })}
          onClose={() => onOpen(null)}
        />
      </PlanEntries>
    </>
  )
}
