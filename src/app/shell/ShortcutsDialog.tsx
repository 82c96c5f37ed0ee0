import { shortcutText } from '@/messages/app/shortcuts.ts'
import { Kbd } from '@/ui/display/Kbd.tsx'
import { singleKeys } from '@/ui/form/single-keys.ts'
import { Switch } from '@/ui/form/Switch.tsx'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { useStored } from '@/ui/use-stored.ts'
import { paletteKeys } from './shortcuts.ts'
import styles from './ShortcutsDialog.module.css'

/** A single key without modifiers. */
const isSingle = (key: string) => /^[A-Z/?[.]$/.test(key)

/** The list of keyboard shortcuts, and the setting for single-key shortcuts. */
export function ShortcutsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useStored(singleKeys)
  const shortcuts = [
    { keys: [paletteKeys()], does: shortcutText.palette },
    { keys: ['/'], does: shortcutText.filter },
    { keys: ['?'], does: shortcutText.help },
    { keys: ['['], does: shortcutText.sidebar },
    { keys: ['J', 'K'], does: shortcutText.walk },
    { keys: ['X', 'Space'], does: shortcutText.select },
    { keys: ['O', 'Enter'], does: shortcutText.open },
    { keys: ['T'], does: shortcutText.table },
    { keys: ['↑', '↓', 'Home', 'End'], does: shortcutText.rows },
    { keys: ['←', '→'], does: shortcutText.cells },
    { keys: ['.'], does: shortcutText.selection },
    { keys: ['C'], does: shortcutText.copyCell },
    { keys: ['Ctrl C'], does: shortcutText.copyRows },
    { keys: ['Alt ←', 'Alt →'], does: shortcutText.header },
    { keys: ['Shift Enter'], does: shortcutText.sort },
    { keys: ['Ctrl `'], does: shortcutText.terminal },
    { keys: ['Esc'], does: shortcutText.close },
  ]
  return (
    <Dialog opened={opened} onClose={onClose} title={shortcutText.title}>
      <div className={styles.single}>
        <div>
          <b>{shortcutText.single}</b>
          <p>{shortcutText.singleHint}</p>
        </div>
        <Switch
          label={shortcutText.single}
          on={on}
          text={on ? shortcutText.on : shortcutText.off}
          onChange={setOn}
        />
      </div>
      <dl className={styles.list}>
        {shortcuts.map(({ keys, does }) => (
          <div key={does} data-off={(!on && keys.every(isSingle)) || undefined}>
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
