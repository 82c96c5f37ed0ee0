import { shortcutText } from '@/messages/shell.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { paletteKeys } from './shortcuts.ts'
import styles from './ShortcutsDialog.module.css'

/** Every key that does something. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const shortcuts = [
    { keys: [paletteKeys()], does: shortcutText.palette },
    { keys: ['/'], does: shortcutText.filter },
    { keys: ['?'], does: shortcutText.help },
    { keys: ['['], does: shortcutText.sidebar },
    { keys: ['↑', '↓', 'Home', 'End'], does: shortcutText.rows },
    { keys: ['T'], does: shortcutText.table },
    { keys: ['←', '→'], does: shortcutText.cells },
    { keys: ['Space'], does: shortcutText.select },
    { keys: ['.'], does: shortcutText.selection },
    { keys: ['Alt ←', 'Alt →'], does: shortcutText.header },
    { keys: ['J', 'K'], does: shortcutText.devices },
    { keys: ['Ctrl `'], does: shortcutText.terminal },
    { keys: ['Esc'], does: shortcutText.close },
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title={shortcutText.title}>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
