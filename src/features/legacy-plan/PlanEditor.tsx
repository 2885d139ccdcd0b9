import { useState } from 'react'
import { afterRemoval } from '../../web/routing/after-removal.ts'
import { Button } from '../../web/ui/actions/Button.tsx'
import { Alert } from '../../web/ui/notices/Alert.tsx'
import { CharityEditor } from './CharityEditor.tsx'
import { isWholeOrNone, shareRestEqually, totalSentence, wholeHundredths } from './domain/legacy-plan.ts'
import { readPercentage, typedPercentage } from './domain/percentage.ts'
import styles from './LegacyPlan.module.css'
import { PersonEditor } from './PersonEditor.tsx'
import { PlanTable } from './PlanTable.tsx'
import { type DraftShare, typedTotal } from './plan-draft.ts'
import type { Section } from './plan-sections.ts'
import type { usePlanForm } from './use-plan-form.ts'

type PlanEditorProps = { fundId: number; plan: ReturnType<typeof usePlanForm> }

const nobody = {
  ...{ successorId: null, relation: null, email: null, phone: null, yearOfBirth: null, charityId: null },
  percentage: '',
}

/** Allocation: the table of the plan with its shares, and below it the editor of a person or a charity (§2.9). */
export function PlanEditor({ fundId, plan }: PlanEditorProps) {
  const { form, open, setOpen, setEditorDirty, total: totalRef, refusals } = plan
  const { shares } = form.values
  const onChange = (next: DraftShare[]) => form.set('shares', next)
  const [edited, setEdited] = useState<DraftShare | null>(null)
  /** The section that was open last: closing its editor gives the focus back to its button. */
  const [last, setLast] = useState<Section | null>(null)
  const begin = (section: Section, share: DraftShare | null) => {
    setEdited(share)
    setLast(section)
    setOpen(section)
  }
  const add = (share: DraftShare) => {
    onChange([...shares, share])
    setOpen(null)
  }
  return (
    <section className={styles.block}>
      <h2>Allocation</h2>
      <PlanTable
        shares={shares}
        editing={{
          onChange,
          onEdit: open === null ? share => begin('individuals', share) : null,
          onRemove: share => {
            onChange(shares.filter(each => each !== share))
            afterRemoval(`${share.name} was removed. Save the plan to keep the change.`)
          },
          totalRef,
          isRefused: refusals > 0,
        }}
      />
      {refusals > 0 && !isWholeOrNone(typedTotal(shares)) ? (
        <Alert kind="danger">{totalSentence}</Alert>
      ) : null}
      {open === null ? (
        <AddButtons
          shares={shares}
          onChange={onChange}
          focus={last}
          onAdd={section => begin(section, null)}
        />
      ) : open === 'individuals' ? (
        <PersonEditor
          key={edited?.key ?? 'new'}
          person={edited}
          onSave={person => {
            if (edited === null) return add({ ...nobody, ...person, option: 0, key: crypto.randomUUID() })
            onChange(shares.map(each => (each.key === edited.key ? { ...each, ...person } : each)))
            setOpen(null)
          }}
          onDirty={setEditorDirty}
          onClose={() => setOpen(null)}
        />
      ) : (
        <CharityEditor
          fundId={fundId}
          taken={shares.flatMap(({ charityId }) => charityId ?? [])}
          onSave={charity => add({ ...nobody, ...charity, option: 1, key: charity.charityId })}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}

type AddButtonsProps = {
  shares: readonly DraftShare[]
  onChange: (shares: DraftShare[]) => void
  focus: Section | null
  onAdd: (section: Section) => void
}

function AddButtons({ shares, onChange, focus, onAdd }: AddButtonsProps) {
  const total = typedTotal(shares)
  const open = shares.filter(share => readPercentage(share.percentage) === null)
  const shareRest = () => {
    const rest = shareRestEqually(total, open.length)
    onChange(
      shares.map(share => {
        const index = open.indexOf(share)
        return index < 0 ? share : { ...share, percentage: typedPercentage(rest[index] ?? 0) }
      }),
    )
  }
  return (
    <div className={styles.add}>
      <Button autoFocus={focus === 'individuals'} onPress={() => onAdd('individuals')}>
        Add a successor
      </Button>
      <Button autoFocus={focus === 'charities'} onPress={() => onAdd('charities')}>
        Add a charity
      </Button>
      {open.length === 0 || total >= wholeHundredths ? null : (
        <Button kind="text" onPress={shareRest}>
          Share the rest equally
        </Button>
      )}
    </div>
  )
}
