import { Modal } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { commonText } from '@/messages/common/common.ts'
import { IconButton } from '@/ui/form/Button.tsx'
import { MantineFrame } from '@/ui/theme/MantineFrame.tsx'
import { LayerContext, useLayer } from './layers.ts'
import styles from './Dialog.module.css'
import '@/ui/theme/dialog.css'

export interface DialogProps {
  /** Omitted if the component is rendered only while the dialog is open. */
  opened?: boolean
  onClose: () => void
  title: ReactNode
  children: ReactNode
  /** Buttons at the right of the footer. */
  footer?: ReactNode
  size?: 's' | 'm' | 'l'
  /** Ignores clicks outside and Escape, so that the user must choose. */
  insistent?: boolean
}

const widths = { s: 420, m: 560, l: 820 }

/** The dialog, loaded when the first one opens. */
export function DialogFrame({
  opened = true,
  onClose,
  title,
  children,
  footer,
  size = 'm',
  insistent,
}: DialogProps) {
  const { isCovered, cover } = useLayer(opened)
  return (
    <MantineFrame>
      <Modal.Root
        opened={opened}
        onClose={onClose}
        size={widths[size]}
        centered
        closeOnClickOutside={!insistent}
        closeOnEscape={!insistent && !isCovered}
        transitionProps={{ transition: 'fade', duration: 120 }}
        classNames={{ inner: styles.inner ?? '', content: styles.content ?? '' }}
      >
        <Modal.Overlay color="var(--veil)" backgroundOpacity={1} />
        <Modal.Content>
          <div className={styles.header}>
            <Modal.Title className={styles.title}>{title}</Modal.Title>
            {!insistent && (
              <IconButton
                size="s"
                label={commonText.close}
                icon={<IconX size={17} aria-hidden="true" />}
                onClick={onClose}
              />
            )}
          </div>
          <Modal.Body ref={startInFirstField} className={styles.body}>
            <LayerContext value={cover}>
              {children}
              {footer && <div className={styles.footer}>{footer}</div>}
            </LayerContext>
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </MantineFrame>
  )
}

/** If no element requests the focus, it starts in the first field instead of the close button. */
function startInFirstField(body: HTMLElement | null) {
  if (body === null || body.querySelector('[data-autofocus]')) return
  const first = body.querySelector<HTMLInputElement>('input, select, textarea')
  const chosen =
    first?.type === 'radio'
      ? [...body.querySelectorAll<HTMLInputElement>('input:checked')].find(({ name }) => name === first.name)
      : undefined
  ;(chosen ?? first)?.setAttribute('data-autofocus', 'true')
}
