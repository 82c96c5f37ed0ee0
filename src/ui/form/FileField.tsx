import { Field } from './Field.tsx'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  /** What the browser offers: `.env,text/plain`. */
  accept?: string
  /** Why the last one could not be used; heard when it appears. */
  error?: string | undefined
  description?: string
  /** Several may be chosen at once. */
  multiple?: boolean
  /** `all`: everything that was chosen at once, the file among it. */
  onChoose: (file: File, all: readonly File[]) => void
}

/** Takes a file from the person's machine, or several. */
export function FileField({ label, accept, error, description, multiple, onChoose }: FileFieldProps) {
  return (
    <Field label={label} error={error} description={description}>
      {(control) => (
        <input
          {...control}
          type="file"
          accept={accept}
          multiple={multiple}
          className={styles.input}
          onChange={({ target }) => {
            const all = [...(target.files ?? [])]
            const [file] = all
            if (file) onChoose(file, all)
            // The same file may be chosen again after it was changed.
            target.value = ''
          }}
        />
      )}
    </Field>
  )
}
