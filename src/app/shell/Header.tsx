import { IconMenu2, IconSearch } from '@tabler/icons-react'
import { useCallback } from 'react'
import { headerColour, navigationStripes } from '@/domain/account/header-preferences.ts'
import { shellText } from '@/messages/app/shell.ts'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { IconButton } from '@/ui/form/Button.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { Bell } from './Bell.tsx'
import { HelpMenu } from './HelpMenu.tsx'
import { paletteKeys } from './shortcuts.ts'
import { useIsStaging } from './use-staging.ts'
import { UserMenu } from './UserMenu.tsx'
import styles from './Header.module.css'

// A line in the user's colour, and only a light tint over the rest, so that all texts keep their contrast.
const lookOf = (colour: string) => ({
  backgroundColor: `color-mix(in srgb, var(--surface) 90%, ${colour})`,
  boxShadow: `inset 0 4px 0 ${colour}`,
})

export interface HeaderProps {
  /** The element for the breadcrumbs of pages, which the header takes in. */
  crumbsSlot: HTMLElement
  onOpenNavigation: () => void
  onOpenPalette: () => void
  onOpenShortcuts: () => void
  onOpenSupport: () => void
  onOpenCapture: (() => void) | undefined
}

export function Header({ crumbsSlot, onOpenNavigation, onOpenPalette, ...help }: HeaderProps) {
  const [colour] = useStored(headerColour)
  const hasStripes = useStagingStripes()
  const takeIn = useCallback((place: HTMLElement | null) => place?.append(crumbsSlot), [crumbsSlot])
  return (
    <header
      className={styles.header}
      data-stripes={hasStripes || undefined}
      style={colour === null ? undefined : lookOf(colour)}
    >
      <div className={styles.navigation}>
        <IconButton
          label={shellText.openNavigation}
          icon={<IconMenu2 size={18} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onOpenNavigation}
        />
      </div>
      <div ref={takeIn} className={styles.crumbs} />
      <button
        type="button"
        className={styles.search}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onOpenPalette}
      >
        <IconSearch size={16} aria-hidden="true" />
        <span className={styles.searchText}>{shellText.openPalette}</span>
        <span className={styles.searchKeys} aria-hidden="true">
          <Kbd>{paletteKeys()}</Kbd>
        </span>
      </button>
      <Bell />
      <HelpMenu {...help} onOpenPalette={onOpenPalette} />
      <UserMenu />
    </header>
  )
}

/** On staging deployments, unless turned off. */
function useStagingStripes(): boolean {
  const isStaging = useIsStaging()
  const [on] = useStored(navigationStripes)
  return isStaging && on
}
