import {
  IconExternalLink,
  IconHelpCircle,
  IconKeyboard,
  IconLifebuoy,
  IconSearch,
  IconWorldDownload,
} from '@tabler/icons-react'
import { api } from '@/api/api.ts'
import { shellText } from '@/messages/app/shell.ts'
import { Button } from '@/ui/form/Button.tsx'
import { Menu } from '@/ui/overlay/Menu.tsx'
import { useHelpLinks, useOffersSupport } from './help-links.ts'
import styles from './HelpMenu.module.css'

export interface HelpMenuProps {
  onOpenPalette: () => void
  onOpenShortcuts: () => void
  onOpenSupport: () => void
  /** Omitted on a simulated platform. */
  onOpenCapture: (() => void) | undefined
}

/** Where to find help. */
export function HelpMenu({ onOpenPalette, onOpenShortcuts, onOpenSupport, onOpenCapture }: HelpMenuProps) {
  const helpLinks = useHelpLinks()
  const offersSupport = useOffersSupport()
  return (
    <Menu
      trigger={
        <Button
          variant="quiet"
          size="s"
          className={styles.trigger}
          aria-label={shellText.help}
          icon={<IconHelpCircle size={17} stroke={1.7} aria-hidden="true" />}
        >
          <span className={styles.word}>{shellText.help}</span>
        </Button>
      }
      groups={[
        {
          actions: helpLinks.map(({ label, url }) => ({
            label,
            to: url,
            aside: <IconExternalLink size={14} aria-hidden="true" />,
          })),
        },
        {
          actions: [
            ...(api().parties.docsSearch
              ? [
                  {
                    label: shellText.searchDocs,
                    icon: <IconSearch size={16} stroke={1.7} aria-hidden="true" />,
                    onSelect: onOpenPalette,
                  },
                ]
              : []),
            ...(offersSupport
              ? [
                  {
                    label: shellText.support,
                    icon: <IconLifebuoy size={16} stroke={1.7} aria-hidden="true" />,
                    onSelect: onOpenSupport,
                  },
                ]
              : []),
            ...(onOpenCapture === undefined
              ? []
              : [
                  {
                    label: shellText.capture,
                    icon: <IconWorldDownload size={16} stroke={1.7} aria-hidden="true" />,
                    onSelect: onOpenCapture,
                  },
                ]),
            {
              label: shellText.shortcuts,
              icon: <IconKeyboard size={16} stroke={1.7} aria-hidden="true" />,
              onSelect: onOpenShortcuts,
            },
          ],
        },
      ]}
    />
  )
}
