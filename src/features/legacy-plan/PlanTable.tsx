import type { RefObject } from 'react'
import { Button } from '../../web/ui/actions/Button.tsx'
import { fieldId } from '../../web/ui/fields/field-props.ts'
import { TextField } from '../../web/ui/fields/TextField.tsx'
import type { Column } from '../../web/ui/table/SortHeading.tsx'
import { Table } from '../../web/ui/table/Table.tsx'
import { Note } from '../../web/ui/text/Note.tsx'
import { VisuallyHidden } from '../../web/ui/text/VisuallyHidden.tsx'
import { designations, percentage } from './domain/legacy-plan.ts'
import { missingPercentage, readPercentage } from './domain/percentage.ts'
import styles from './LegacyPlan.module.css'
import { type DraftShare, factsOf, typedTotal } from './plan-draft.ts'
import { SharesPicture, Swatch } from './SharesPicture.tsx'

type Editing = {
  onChange: (shares: DraftShare[]) => void
  /** Null while an editor is open. */
  onEdit: ((share: DraftShare) => void) | null
  onRemove: (share: DraftShare) => void
  /** Receives the focus where the total is refused. */
  totalRef: RefObject<HTMLSpanElement | null>
  /** Whether a submit was refused, so that each field shows its error. */
  isRefused: boolean
}

type PlanTableProps = {
  shares: readonly DraftShare[]
  /** Absent: the plan is only read. */
  editing?: Editing | undefined
}

/** The people and charities of a plan, each with its share, and the total (§2.9). */
export function PlanTable({ shares, editing }: PlanTableProps) {
  return (
    <>
      {shares.length > 1 ? <SharesPicture shares={shares} /> : null}
      <Table
        caption="People and charities of the plan"
        isCaptionHidden
        hasStickyHeading={false}
        columns={columnsOf(shares, editing)}
        rows={shares}
        rowKey={({ key }) => key}
        empty={{
          text: editing
            ? 'Add the people and charities that will receive the fund. Without any, this account has no legacy plan.'
            : 'No one is named.',
        }}
      />
      {shares.length === 0 ? <Total shares={shares} editing={editing} /> : null}
    </>
  )
}

function columnsOf(
  shares: readonly DraftShare[],
  editing: Editing | undefined,
): readonly Column<DraftShare>[] {
  return [
    {
      key: 'name',
      heading: 'Name',
      isRowHeading: true,
      cell: share => (
        <span className={styles.named}>
          {shares.length > 1 ? <Swatch shares={shares} share={share} /> : null}
          <span>
            {share.name}
            <Note>{factsOf(share)}</Note>
          </span>
        </span>
      ),
    },
    {
      key: 'relation',
      heading: 'Relationship',
      widthRem: 12,
      cell: ({ relation, option }) =>
        relation === null ? (
          designations[option]
        ) : (
          <span>
            {relation}
            <Note>{designations[option]}</Note>
          </span>
        ),
    },
    {
      key: 'share',
      heading: 'Share',
      widthRem: 9,
      ...(editing ? { hasFields: true } : { isNumeric: true }),
      cell: share =>
        editing ? (
          <ShareField
            share={share}
            isRefused={editing.isRefused}
            onChange={typed =>
              editing.onChange(shares.map(each => (each === share ? { ...each, percentage: typed } : each)))
            }
          />
        ) : (
          percentage(readPercentage(share.percentage) ?? 0)
        ),
      total: <Total shares={shares} editing={editing} />,
    },
    ...(editing ? [actionsColumn(editing)] : []),
  ]
}

function ShareField({
  share,
  isRefused,
  onChange,
}: {
  share: DraftShare
  isRefused: boolean
  onChange: (typed: string) => void
}) {
  return (
    <div className={styles.share}>
      <span aria-hidden="true" className={styles.shareLabel}>
        Share
      </span>
      <TextField
        label={<VisuallyHidden>{share.name}’s share (%)</VisuallyHidden>}
        name={`percentage-${share.key}`}
        inputMode="numeric"
        isRequired
        value={share.percentage}
        onChange={onChange}
        errors={isRefused && readPercentage(share.percentage) === null ? [missingPercentage] : []}
      />
      <span aria-hidden="true" className={styles.percent}>
        %
      </span>
    </div>
  )
}

function Total({ shares, editing }: PlanTableProps) {
  const total = percentage(typedTotal(shares))
  if (!editing) return <span className={styles.total}>Allocation Total: {total}</span>
  return (
    <span ref={editing.totalRef} id={fieldId('shares')} tabIndex={-1} className={styles.total}>
      Allocation Total: {total}
    </span>
  )
}

const actionsColumn = ({ onEdit, onRemove }: Editing): Column<DraftShare> => ({
  key: 'actions',
  heading: 'Actions',
  isHeadingHidden: true,
  isOnScreenOnly: true,
  widthRem: 8,
  cell: share =>
    onEdit === null ? null : (
      <span className={styles.actions}>
        {share.option === 0 ? (
          <Button kind="text" onPress={() => onEdit(share)}>
            Edit<VisuallyHidden> {share.name}</VisuallyHidden>
          </Button>
        ) : null}
        <Button kind="text" onPress={() => onRemove(share)}>
          Remove<VisuallyHidden> {share.name}</VisuallyHidden>
        </Button>
      </span>
    ),
})
