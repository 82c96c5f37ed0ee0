import { noteText } from '@/messages/device.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import styles from './MarkdownSyntaxDialog.module.css'

/** Describes what notes may hold. */
export function MarkdownSyntaxDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog opened onClose={onClose} title={noteText.syntax}>
      <p>{noteText.syntaxIntro}</p>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{noteText.written}</th>
            <th scope="col">{noteText.shown}</th>
          </tr>
        </thead>
        <tbody>
          {noteText.examples.map(({ source, meaning }) => (
            <tr key={source}>
              <td>
                <code>{source}</code>
              </td>
              <td>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
