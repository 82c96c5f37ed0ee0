import { noteText } from '@/messages/device-page/device.ts'
import { Dialog } from '@/ui/overlay/Dialog.tsx'
import { TableHead } from '@/ui/table/TableHead.tsx'
import styles from './MarkdownSyntaxDialog.module.css'

/** Describes the supported Markdown syntax. */
export function MarkdownSyntaxDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={noteText.syntax}>
      <p>{noteText.syntaxIntro}</p>
      <table className={styles.table}>
        <TableHead columns={[noteText.written, noteText.shown]} />
        <tbody>
          {noteText.examples.map(({ source, meaning }) => (
            <tr key={source}>
              <td role="rowheader">
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
