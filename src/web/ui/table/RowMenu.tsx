import { Link } from '../actions/Link.tsx'
import { classNames } from '../class-names.ts'
import popoverStyles from '../overlay/Popover.module.css'
import { PressPopover } from '../overlay/PressPopover.tsx'
import { RareIcon } from '../RareIcon.tsx'
import { VisuallyHidden } from '../text/VisuallyHidden.tsx'
import styles from './RowMenu.module.css'

/** An entry, with what screen readers need to know about its row: “Repeat”, “the grant to Elm Trust”. */
type RowAction = { text: string; about: string } & ({ onPress: () => void } | { to: string })

type RowMenuProps = {
  /** The row, for screen readers: “contribution 1048976”. */
  what: string
  actions: readonly RowAction[]
  isPending?: boolean
}

/** The actions of a row that are not its first one, behind one button. Nothing where there are none. */
export function RowMenu({ what, actions, isPending = false }: RowMenuProps) {
  if (actions.length === 0) return null
  return (
    <PressPopover
      trigger={isPending ? 'Processing...' : <RareIcon name="more" />}
      {...(isPending ? {} : { triggerLabel: `Actions for ${what}` })}
      triggerClassName={classNames(styles.trigger)}
      label={`Actions for ${what}`}
      panelClassName={classNames(popoverStyles.popover, popoverStyles.list)}
      offsetPx={4}
    >
      {close => (
        <ul>
          {actions.map(action => (
            <li key={action.text}>
              <Entry action={action} onFollow={close} />
            </li>
          ))}
        </ul>
      )}
    </PressPopover>
  )
}

function Entry({ action, onFollow }: { action: RowAction; onFollow: () => void }) {
  const text = (
    <>
      {action.text}
      <VisuallyHidden> {action.about}</VisuallyHidden>
    </>
  )
  if ('to' in action)
    return (
      <Link to={action.to} look="plain" onClick={onFollow}>
        {text}
      </Link>
    )
  return (
    <button
      type="button"
      onClick={() => {
        onFollow()
        action.onPress()
      }}
    >
      {text}
    </button>
  )
}
