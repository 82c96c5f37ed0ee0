import {
  cloneElement,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { MenuList, type MenuGroup } from './MenuList.tsx'

export interface MenuProps {
  /** The button that opens it and provides its accessible name. */
  trigger: ReactElement<TriggerProps>
  groups: readonly MenuGroup[]
  /** Above the actions; not an action itself. */
  header?: ReactNode
  align?: 'start' | 'end'
  /** In px; default: as wide as the content. */
  width?: number
}

interface TriggerProps {
  id?: string
  'aria-haspopup'?: 'menu'
  'aria-expanded'?: boolean
  'aria-controls'?: string | undefined
  onClick?: (event: MouseEvent<HTMLElement>) => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

/** A menu of actions: opens by click, Enter or arrow down, moves by arrow keys and first letters, closes by Escape. */
export function Menu({ trigger, groups, header, align = 'end', width }: MenuProps) {
  const id = useId()
  const [opened, setOpened] = useState<{ by: HTMLElement; at: 'first' | 'last' } | null>(null)
  const triggerId = trigger.props.id ?? `${id}-trigger`
  const close = ({ returnFocus }: { returnFocus: boolean }) => {
    setOpened(null)
    if (returnFocus) opened?.by.focus()
  }
  return (
    <>
      {cloneElement(trigger, {
        id: triggerId,
        'aria-haspopup': 'menu',
        'aria-expanded': opened !== null,
        'aria-controls': opened === null ? undefined : id,
        onClick: ({ currentTarget }) => setOpened(opened ? null : { by: currentTarget, at: 'first' }),
        onKeyDown(event) {
          const { key, currentTarget } = event
          if ((key !== 'ArrowDown' && key !== 'ArrowUp') || currentTarget.ariaDisabled === 'true') return
          event.preventDefault()
          setOpened({ by: currentTarget, at: key === 'ArrowDown' ? 'first' : 'last' })
        },
      })}
      {opened !== null && (
        <MenuList
          id={id}
          labelledBy={triggerId}
          opener={opened.by}
          groups={groups}
          header={header}
          align={align}
          width={width}
          startAt={opened.at}
          onClose={close}
        />
      )}
    </>
  )
}
