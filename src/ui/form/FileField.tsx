import { Field } from './Field.tsx'
import styles from './FileField.module.css'

export interface FileFieldProps {
  label: string
  /** Accepted file types: `.env,text/plain`. */
  accept?: string
  /** Why the last file was rejected; announced when it appears. */
  error?: string | undefined
  description?: string
  /** Allows several files. */
  multiple?: boolean
  /** `all`: all files that were selected together. */
  onChoose: (file: File, all: readonly File[]) => void
}

/** A file input. */
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
