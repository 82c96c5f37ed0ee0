import { Drawer as MantineDrawer } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { MantineFrame } from '@/ui/theme/MantineFrame.tsx'
import { LayerContext, useLayer } from './layers.ts'
import styles from './Drawer.module.css'
import '@/ui/theme/dialog.css'

export interface DrawerProps {
  /** Omitted if the component is rendered only while the panel is open. */
  opened?: boolean
  onClose: () => void
  title: ReactNode
  side?: 'left' | 'right'
  /** Width in px. */
  width?: number
  /** Without padding; the content fills the height. */
  flush?: boolean
  children: ReactNode
}

/** The panel, loaded when the first one opens. */
export function DrawerFrame({
  opened = true,
  onClose,
  title,
  side = 'right',
  width = 420,
  flush,
  children,
}: DrawerProps) {
  const { isCovered, cover } = useLayer(opened)
  return (
    <MantineFrame>
      <MantineDrawer.Root
        opened={opened}
        onClose={onClose}
        position={side}
        closeOnEscape={!isCovered}
        size={`min(${width}px, 100vw)`}
        transitionProps={{ duration: 150 }}
        classNames={{ content: styles.content ?? '' }}
      >
        <MantineDrawer.Overlay color="var(--veil)" backgroundOpacity={1} />
        <MantineDrawer.Content>
          <div className={styles.header}>
            <MantineDrawer.Title className={styles.title}>{title}</MantineDrawer.Title>
            <IconButton
              label={commonText.close}
              icon={<IconX size={18} aria-hidden="true" />}
              onClick={onClose}
            />
          </div>
          <MantineDrawer.Body className={flush ? styles.flush : styles.body}>
            <LayerContext value={cover}>{children}</LayerContext>
          </MantineDrawer.Body>
        </MantineDrawer.Content>
      </MantineDrawer.Root>
    </MantineFrame>
  )
}
